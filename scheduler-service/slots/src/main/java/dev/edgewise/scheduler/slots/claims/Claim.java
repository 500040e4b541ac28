package dev.edgewise.scheduler.slots.claims;

import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The testbed and jobs of one Scheduling, which it holds together or not at all.
 *
 * @param schedulingUid uid of the Scheduling
 * @param scheduling its name
 * @param epoch number of the claim; each of its runs has a larger one
 * @param testbed name of the testbed
 * @param testbedUid uid of the testbed
 * @param since when it came into its state
 * @param state whether it holds its testbed and jobs, and starts them
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
        /** The claim holds testbed and jobs, and its jobs are started. */
        HELD,
        /** The claim has failed: it holds testbed and jobs, starts nothing, and ends its runs. */
        FAILING,
        /**
         * All jobs have ended. The testbed is free for others; the jobs are not before the Scheduling is deleted, or a
         * bound has passed: a client reads the last run of each.
         */
        COMPLETED,
        /**
         * All jobs have ended, neither testbed nor jobs are held any more, and it has no jobs: the statuses tell how
         * they ended.
         */
        RELEASED,
        /**
         * The claim has failed, nothing of it runs, and nothing is held. It has no jobs any more once the statuses tell
         * how they ended.
         */
        FAILED
    }

    public Claim {
        reason = LedgerTextLimit.cut(reason);
        jobs = List.copyOf(jobs);
    }

    /** Returns whether no other Scheduling may have its testbed. */
    public boolean holdsTestbed() {
        return state == State.HELD || state == State.FAILING;
    }

    /** Returns whether no other Scheduling may have its jobs. */
    public boolean holdsJobs() {
        return holdsTestbed() || state == State.COMPLETED;
    }

    /** Returns whether the statuses alone tell how its jobs ended. */
    public boolean isWithoutJobs() {
        return state == State.RELEASED || state == State.FAILED && jobs.isEmpty();
    }

    /** This claim with other jobs. */
    public Claim withJobs(List<ClaimedJob> changed) {
        return new Claim(schedulingUid, scheduling, epoch, testbed, testbedUid, since, state, reason, changed);
    }

    /** This claim in another state, from now on. */
    public Claim withState(State changed, String why, Instant now) {
        return new Claim(schedulingUid, scheduling, epoch, testbed, testbedUid, now, changed, why, jobs);
    }

    /** Returns whether a job of it has slots. */
    public boolean hasRuns() {
        return jobs.stream().anyMatch(job -> job.run() != null);
    }

    /** Returns whether no job of it waits or has slots. */
    public boolean hasEnded() {
        return jobs.stream().allMatch(job -> job.phase() instanceof JobPhase.Ended);
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
    public @Nullable ClaimedJobRun run(long runEpoch) {
        for (ClaimedJob job : jobs) {
            ClaimedJobRun run = job.run();
            if (run != null && run.epoch() == runEpoch) {
                return run;
            }
        }
        return null;
    }
}
