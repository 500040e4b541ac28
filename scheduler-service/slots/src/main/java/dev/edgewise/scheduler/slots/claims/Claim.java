package dev.edgewise.scheduler.slots.claims;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The testbed and jobs of one Scheduling. It holds all of them, or, once it has ended, none.
 *
 * @param schedulingUid uid of the Scheduling
 * @param scheduling its name
 * @param epoch number of the claim; each of its runs has a larger one
 * @param testbed name of the testbed
 * @param testbedUid uid of the testbed
 * @param since when it was claimed
 * @param state whether it holds its testbed and jobs
 * @param reason reason why it has failed or ends, for people; empty if none
 * @param jobs in the order of the Scheduling
 */
public record Claim(
        String schedulingUid,
        ObjectKey scheduling,
        long epoch,
        String testbed,
        String testbedUid,
        Instant since,
        State state,
        String reason,
        List<ClaimedJob> jobs) {
    /** The states of a claim. */
    public enum State {
        /** It holds its testbed and jobs, and its jobs are started. */
        HELD,
        /** It holds them, starts nothing, and ends its runs: it has failed. */
        FAILING,
        /** It holds nothing; all jobs have ended. */
        COMPLETED,
        /** It holds nothing; it has failed, and nothing of it runs. */
        FAILED
    }

    public Claim {
        jobs = List.copyOf(jobs);
    }

    /** Returns whether no other Scheduling may have its testbed and jobs. */
    public boolean isHeld() {
        return state == State.HELD || state == State.FAILING;
    }

    /** Returns the job of that uid; null if it has none. */
    public @Nullable ClaimedJob job(String jobUid) {
        for (ClaimedJob job : jobs) {
            if (job.uid().equals(jobUid)) {
                return job;
            }
        }
        return null;
    }

    /** Returns the run of that epoch; null if it has none. */
    public @Nullable Run run(long runEpoch) {
        for (ClaimedJob job : jobs) {
            Run run = job.run();
            if (run != null && run.epoch() == runEpoch) {
                return run;
            }
        }
        return null;
    }
}
