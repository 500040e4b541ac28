package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cycle.SchedulingLoop;
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
    private static final Duration DRAIN = Duration.ofSeconds(10);
    /** A decision takes milliseconds. */
    private static final Duration PAUSE = Duration.ofSeconds(2);

    private final SchedulingLoop loop;
    private final Supplier<CompletionStage<Void>> caughtUp;
    private final Runnable lastWrites;
    private final @Nullable LeaderElection election;
    private boolean left;
    private int term;

    /**
     * Without an election, this replica leads at once.
     *
     * @param caughtUp done when all that was bound by now is known
     * @param lastWrites ends what was ordered while this replica led; runs before another may lead
     * @param election makes the one that this stands in; null for none
     */
    Leadership(
            SchedulingLoop loop,
            Supplier<CompletionStage<Void>> caughtUp,
            Runnable lastWrites,
            @Nullable Function<Candidate, LeaderElection> election) {
        this.loop = loop;
        this.caughtUp = caughtUp;
        this.lastWrites = lastWrites;
        this.election = election == null ? null : election.apply(this);
    }

    synchronized void seek() {
        if (left) {
            return;
        }
        if (election == null) {
            loop.start();
        } else {
            election.start();
        }
    }

    /** Decides no more, lets the bindings and preemptions under way end, then lets go of the Lease. */
    void leave() {
        synchronized (this) {
            left = true;
        }
        try {
            if (!loop.stop(DRAIN)) {
                log.warn("Bindings were still under way after {} s", DRAIN.toSeconds());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        lastWrites.run();
        if (election != null) {
            election.stop();
        }
    }

    @Override
    public synchronized void lead() {
        int begun = ++term;
        caughtUp.get().thenRun(() -> decide(begun));
    }

    private synchronized void decide(int begun) {
        if (!left && begun == term) {
            loop.start();
        }
    }

    @Override
    public synchronized void stepDown() {
        term++;
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
