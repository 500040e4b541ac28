package dev.edgewise.scheduler.config;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.kubernetes.lease.Candidate;
import dev.edgewise.scheduler.kubernetes.lease.LeaderElection;
import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the loop while this replica leads: without an election it always does. */
final class Leadership implements Candidate {
    private static final Logger log = LoggerFactory.getLogger(Leadership.class);
    /** A decision takes milliseconds. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private static final long NOT_WAITING = -1;

    private final SchedulingLoop loop;
    private final Supplier<CompletionStage<Void>> caughtUp;
    private final Runnable lastWrites;
    private final UnreadablePods unreadable;
    private final Ticker ticker;
    private final Duration drain;
    private final @Nullable LeaderElection election;
    private boolean left;
    private int term;
    /** When the term began of which nothing was decided yet, by the ticker; else {@link #NOT_WAITING}. */
    private long waitsSince = NOT_WAITING;

    /**
     * Without an election, this replica leads at once.
     *
     * @param caughtUp done when all that was bound by now is known
     * @param lastWrites ends what was ordered while this replica led; runs before another may lead
     * @param unreadable announces what it holds while this replica decides
     * @param drain how long bindings under way may take at the end
     * @param election makes the one that this stands in; null for none
     */
    Leadership(
            SchedulingLoop loop,
            Supplier<CompletionStage<Void>> caughtUp,
            Runnable lastWrites,
            UnreadablePods unreadable,
            Ticker ticker,
            Duration drain,
            @Nullable Function<Candidate, LeaderElection> election) {
        this.loop = loop;
        this.caughtUp = caughtUp;
        this.lastWrites = lastWrites;
        this.unreadable = unreadable;
        this.ticker = ticker;
        this.drain = drain;
        this.election = election == null ? null : election.apply(this);
    }

    synchronized void seek() {
        if (left) {
            return;
        }
        if (election == null) {
            decide();
        } else {
            election.start();
        }
    }

    /**
     * Decides no more, lets the bindings and preemptions under way end, then lets go of the Lease. Where a binding does not end,
     * the Lease is left to run out, so that whoever leads next does not decide before it has arrived.
     */
    void leave() {
        synchronized (this) {
            left = true;
            end();
        }
        boolean drained = drain();
        lastWrites.run();
        if (election == null) {
            return;
        }
        if (drained) {
            election.stop();
        } else {
            election.abandon();
        }
    }

    private boolean drain() {
        try {
            boolean drained = loop.stop(drain);
            if (!drained) {
                log.warn("Bindings were still under way after {} s", drain.toSeconds());
            }
            return drained;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    @Override
    public synchronized void lead() {
        int begun = ++term;
        waitsSince = ticker.nanos();
        caughtUp.get().thenRun(() -> decide(begun));
    }

    private synchronized void decide(int begun) {
        if (!left && begun == term) {
            decide();
        }
    }

    private void decide() {
        waitsSince = NOT_WAITING;
        loop.start();
        unreadable.begin();
    }

    private void end() {
        waitsSince = NOT_WAITING;
        unreadable.end();
    }

    /** How long this replica has led without deciding, as it has not caught up; zero if it decides or does not lead. */
    synchronized Duration catchingUp() {
        return waitsSince == NOT_WAITING ? Duration.ZERO : ticker.since(waitsSince);
    }

    @Override
    public synchronized void stepDown() {
        term++;
        end();
        try {
            if (!loop.pause(PAUSE)) {
                log.error("A decision takes more than {} s: this process ends", PAUSE.toSeconds());
                ProcessEnd.cannotStepDown();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void fail() {
        ProcessEnd.cannotStepDown();
    }
}
