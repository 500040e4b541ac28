package dev.edgewise.scheduler.slots.claims;

import org.jspecify.annotations.Nullable;

/**
 * A job of a claim.
 *
 * @param name name of the BatchJob
 * @param uid uid of the BatchJob
 * @param failures failed runs so far
 * @param phase where it is between waiting and its end
 * @param lastEnded its last run that has ended, so that its history can be written; null if none
 */
public record ClaimedJob(String name, String uid, int failures, JobPhase phase, @Nullable EndedRun lastEnded) {
    /** This job in another phase. */
    public ClaimedJob withPhase(JobPhase changed) {
        return new ClaimedJob(name, uid, failures, changed, lastEnded);
    }

    /** Returns the run that has slots now; null if none. */
    public @Nullable ClaimedJobRun run() {
        if (phase instanceof JobPhase.Active active) {
            return active.run();
        }
        return phase instanceof JobPhase.Stopping stopping ? stopping.run() : null;
    }
}
