package dev.edgewise.kubernetes.lease;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Acquires the Lease, renews it, and notifies the service. A leader that cannot renew in time steps down and tries
 * again: after an outage of the API server it continues with warm caches. Its {@link LeaderWriteGate} has closed
 * before.
 */
public final class LeaderElection {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
    private static final double JITTER = 0.2;

    private final LeaseLock lease;
    private final LeaseSettings settings;
    private final LeaderWriteGate gate;
    private final RandomGenerator random;
    private final LeaderCallbacks callbacks;
    private final Runnable ended;
    private final Ticker ticker;
    private final Thread thread = new Thread(this::run, "leader-election");
    private volatile boolean leading;
    private volatile boolean stopping;
    /** Address of another replica that leads; empty without one. */
    private volatile String leadersAddress = "";

    private @Nullable String lastProblem;
    private @Nullable String loggedHolder;

    /**
     * @param api with {@link LeaseSettings#requestTimeout} as its timeout
     * @param gate open while this replica leads
     * @param ended called if nothing renews or seeks the Lease any more, by an unexpected error: only a new process can
     *     lead
     */
    public LeaderElection(
            ApiServerClient api,
            LeaseSettings settings,
            Clock clock,
            RandomGenerator random,
            LeaderWriteGate gate,
            LeaderCallbacks callbacks,
            Runnable ended) {
        this.ticker = Ticker.system();
        this.lease = new LeaseLock(api, settings, clock, ticker);
        this.settings = settings;
        this.gate = gate;
        this.random = random;
        this.callbacks = callbacks;
        this.ended = ended;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public boolean isLeader() {
        return leading;
    }

    /**
     * Publishes this replica's address in the Lease while it leads.
     *
     * @param address asked at each renewal; null while there is none
     */
    public void announce(Supplier<@Nullable String> address) {
        lease.announce(address);
    }

    /** Address of another replica that leads, from the Lease; empty without one, or if the Lease has none. */
    public Optional<String> leadersAddress() {
        return Optional.of(leadersAddress).filter(address -> !address.isEmpty());
    }

    /** Ends the election and releases the Lease, so that another replica need not wait. */
    public void stop() {
        end();
        if (leading) {
            leading = false;
            release();
        }
    }

    /** Ends the election and leaves the Lease to expire: the last requests may still be in flight. */
    public void abandon() {
        end();
        leading = false;
    }

    private void end() {
        stopping = true;
        thread.interrupt();
        try {
            thread.join(settings.requestTimeout().multipliedBy(2).toMillis());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        gate.shut();
    }

    private void run() {
        try {
            while (!stopping) {
                long begun = ticker.nanos();
                step();
                pause(ticker.nanos() - begun);
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error bug) {
            LOG.error("Leader election stopped with an unexpected error", bug);
            leading = false;
            gate.shut();
            ended.run();
        }
    }

    private void step() {
        LeaderWriteGate.Reading asked = gate.now();
        if (take()) {
            gate.open(asked, settings.renewDeadline());
            lead();
        } else if (leading && lease.isHeldByAnother()) {
            stepDown("another replica has taken it");
        } else if (leading && !gate.isOpen()) {
            stepDown("it could not be renewed for " + settings.renewDeadline());
        } else if (!leading && lease.isHeldByAnother()) {
            standBy(lease.holder());
        }
        leadersAddress = !leading && lease.isHeldByAnother() ? lease.address() : "";
    }

    /** Logs each leader once. */
    private void standBy(String holder) {
        if (!holder.equals(loggedHolder)) {
            loggedHolder = holder;
            LOG.info("Standing by, as another replica leads; lease={} holder={}", settings.lease(), holder);
        }
    }

    private boolean take() {
        try {
            boolean held = lease.take();
            lastProblem = null;
            return held;
        } catch (ApiUnavailableException unknown) {
            report(unknown.getMessage());
            return false;
        }
    }

    private void lead() {
        if (!leading && !stopping) {
            leading = true;
            loggedHolder = null;
            LOG.info("Leading; lease={} identity={}", settings.lease(), settings.identity());
            callbacks.startedLeading();
        }
    }

    private void stepDown(String why) {
        leading = false;
        gate.shut();
        if (!stopping) {
            LOG.warn("No longer leading; lease={} cause={}", settings.lease(), why);
            callbacks.stoppedLeading();
        }
    }

    private void report(@Nullable String problem) {
        if (!stopping && !Objects.equals(problem, lastProblem)) {
            lastProblem = problem;
            LOG.warn(
                    "The lease cannot be {}; lease={} cause={}",
                    leading ? "renewed" : "read",
                    settings.lease(),
                    problem);
        }
    }

    /** @param spent on the last attempt, nanoseconds: the period is from one attempt to the next */
    private void pause(long spent) throws InterruptedException {
        double factor = leading ? 1 : 1 + JITTER * random.nextDouble();
        long period = (long) (settings.retryPeriod().toNanos() * factor);
        // Not later than when this replica has to step down, or may take over.
        long left = leading ? gate.remainingNanos() : lease.remainingNanos();
        TimeUnit.NANOSECONDS.sleep(Math.min(period - spent, left > 0 ? left : period));
    }

    private void release() {
        try {
            lease.release();
        } catch (ApiUnavailableException unavailable) {
            LOG.info(
                    "The lease is not released, and expires by itself; lease={} cause={}",
                    settings.lease(),
                    unavailable.getMessage());
        }
    }
}
