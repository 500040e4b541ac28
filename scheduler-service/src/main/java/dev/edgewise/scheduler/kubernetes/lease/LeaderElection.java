package dev.edgewise.scheduler.kubernetes.lease;

import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.api.UnansweredException;
import java.time.Clock;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Seeks the Lease, keeps it, and says so. A leader that cannot renew in time has lost: it is told once, and must stop
 * deciding at once, best by ending the process; this object does not seek again.
 */
public final class LeaderElection {
    private static final Logger LOG = LoggerFactory.getLogger(LeaderElection.class);
    private static final double JITTER = 0.2;

    private final LeaseClaim claim;
    private final LeaseSettings settings;
    private final LongSupplier nanos;
    private final RandomGenerator random;
    private final Runnable onLeading;
    private final Runnable onLost;
    private final Thread thread = new Thread(this::run, "leader-election");
    private volatile boolean leading;
    private volatile boolean stopping;
    private long renewedAt;
    private @Nullable String lastProblem;

    /**
     * @param api with {@link LeaseSettings#requestTimeout} as its timeout
     * @param onLeading called once, when this replica has become the leader; must not block
     * @param onLost called at most once, when a leader has lost the Lease; not when it was stopped
     */
    public LeaderElection(
            ApiRequests api,
            LeaseSettings settings,
            Clock clock,
            RandomGenerator random,
            Runnable onLeading,
            Runnable onLost) {
        this.claim = new LeaseClaim(api, settings, clock, System::nanoTime);
        this.settings = settings;
        this.nanos = System::nanoTime;
        this.random = random;
        this.onLeading = onLeading;
        this.onLost = onLost;
        thread.setDaemon(true);
    }

    public void start() {
        thread.start();
    }

    public boolean isLeader() {
        return leading;
    }

    /** Ends the search, and lets go of the Lease so that another need not wait. */
    public void stop() {
        stopping = true;
        thread.interrupt();
        try {
            thread.join(settings.requestTimeout().multipliedBy(3).toMillis());
        } catch (InterruptedException hurry) {
            Thread.currentThread().interrupt();
        }
        if (leading) {
            leading = false;
            release();
        }
    }

    private void run() {
        try {
            while (!stopping) {
                if (!step()) {
                    return;
                }
                pause();
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException bug) {
            LOG.error("leader election failed on our side", bug);
            lose("nothing renews it any more");
        }
    }

    /** One attempt. False once the Lease was lost. */
    private boolean step() {
        long asked = nanos.getAsLong();
        boolean held = take();
        if (held) {
            renewedAt = asked;
            lead();
        }
        if (!leading || held) {
            return true;
        }
        if (claim.isHeldByAnother()) {
            lose("another replica has taken it");
            return false;
        }
        if (nanos.getAsLong() - renewedAt >= settings.renewDeadline().toNanos()) {
            lose("it could not be renewed for " + settings.renewDeadline());
            return false;
        }
        return true;
    }

    private boolean take() {
        try {
            boolean held = claim.take();
            lastProblem = null;
            return held;
        } catch (UnansweredException unknown) {
            report(unknown.getMessage());
            return false;
        }
    }

    private void lead() {
        if (!leading && !stopping) {
            leading = true;
            LOG.info("leading lease={}/{} identity={}", settings.namespace(), settings.name(), settings.identity());
            onLeading.run();
        }
    }

    private void lose(String why) {
        leading = false;
        if (!stopping) {
            LOG.error("lost lease={}/{}: {}", settings.namespace(), settings.name(), why);
            onLost.run();
        }
    }

    private void report(@Nullable String problem) {
        if (!stopping && !Objects.equals(problem, lastProblem)) {
            lastProblem = problem;
            LOG.warn(
                    "cannot {} lease={}/{}: {}",
                    leading ? "renew" : "read",
                    settings.namespace(),
                    settings.name(),
                    problem);
        }
    }

    private void pause() throws InterruptedException {
        double factor = leading ? 1 : 1 + JITTER * random.nextDouble();
        TimeUnit.NANOSECONDS.sleep((long) (settings.retryPeriod().toNanos() * factor));
    }

    private void release() {
        try {
            claim.release();
        } catch (UnansweredException unavailable) {
            LOG.info(
                    "could not release lease={}/{}, it runs out by itself: {}",
                    settings.namespace(),
                    settings.name(),
                    unavailable.getMessage());
        }
    }
}
