package dev.edgewise.sandbox.run;

import java.util.Set;

/**
 * Outcome of the scenario of batch slots.
 *
 * @param status exit status of the scheduler outside the cluster
 * @param jobs number of jobs
 * @param completed jobs that completed a run
 * @param failedRuns runs that were not successful
 * @param comparedRuns runs whose slots were compared with those that their Scheduling named
 * @param mistakes slots with two pods, and runs in other slots than those named
 * @param isFree whether all slots were free in the end
 */
record SlotOutcome(
        int status, int jobs, int completed, int failedRuns, int comparedRuns, Set<String> mistakes, boolean isFree) {
    /** Whether all jobs ran where the scheduler outside said, and nothing is left. */
    boolean good() {
        return status == 0
                && completed == jobs
                && jobs > 0
                && failedRuns == 0
                && comparedRuns > 0
                && mistakes.isEmpty()
                && isFree;
    }

    String summary() {
        return "%d of %d jobs completed a run, %d runs failed (0); %d runs were in the slots that their Scheduling named%s; %s; "
                        .formatted(
                                completed,
                                jobs,
                                failedRuns,
                                comparedRuns,
                                mistakes.isEmpty() ? "" : ", but " + String.join(", ", mistakes),
                                isFree ? "all slots are free again" : "some slots are not free again")
                + "the scheduler outside ended with status " + status + " (0)";
    }
}
