package dev.edgewise.scheduler.slots.claims;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The phases of a job within its claim. */
public sealed interface JobPhase {
    /**
     * The job waits for slots.
     *
     * @param since when it began to wait
     * @param notBefore end of the pause after a failed run; null if none
     * @param blockedSince when its slots could not become free by themselves any more; null if they can
     */
    record Waiting(Instant since, @Nullable Instant notBefore, @Nullable Instant blockedSince) implements JobPhase {
        /** This wait, blocked since then; null if it is not. */
        public Waiting blocked(@Nullable Instant moment) {
            return new Waiting(since, notBefore, moment);
        }
    }

    /** The job has slots: its application is to exist. */
    record Active(ClaimedJobRun run) implements JobPhase {}

    /**
     * The run has ended, or is to end: its application is to be gone, and then its pods, before its slots are free.
     *
     * @param outcome latched: whatever the application says later does not change it
     * @param since when it began to stop
     */
    record Stopping(ClaimedJobRun run, Outcome outcome, String message, Instant since) implements JobPhase {
        public Stopping {
            message = LedgerTextLimit.cut(message);
        }
    }

    /** The job has no slots, and gets none any more in this claim. */
    record Ended(Outcome outcome, String message) implements JobPhase {
        public Ended {
            message = LedgerTextLimit.cut(message);
        }
    }

    /** The ways in which a run ends. */
    enum Outcome {
        /** The application completed. */
        SUCCEEDED,
        /** The application failed, vanished, or exceeded a bound. */
        FAILED,
        /** The Scheduling was deleted or failed, or its testbed or the job was deleted. It is not tried again. */
        ABORTED
    }
}
