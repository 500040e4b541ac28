package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.kubernetes.lease.LeaderElection;
import java.time.Duration;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs the loop while this replica leads: without an election it always does. */
final class Leadership {
    private static final Logger log = LoggerFactory.getLogger(Leadership.class);
    private static final Duration DRAIN = Duration.ofSeconds(10);

    private final SchedulingLoop loop;
    private final @Nullable LeaderElection election;
    private boolean left;

    /** @param election makes one that runs the given task once it leads; null for none */
    Leadership(SchedulingLoop loop, @Nullable Function<Runnable, LeaderElection> election) {
        this.loop = loop;
        this.election = election == null ? null : election.apply(this::lead);
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

    /** Decides no more, lets the bindings under way end, then lets go of the Lease. */
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
        if (election != null) {
            election.stop();
        }
    }

    private synchronized void lead() {
        if (!left) {
            loop.start();
        }
    }
}
