package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.common.Require;
import java.time.Duration;

/**
 * Bounds of the waits, all above 0.
 *
 * @param start longest time from slots to pods in all of them, and then to an application that runs; then the run has
 *     failed
 * @param stop longest time from the end of a run to the end of its pods; then their slots are lost until the pods are
 *     gone
 * @param slots longest time that the next job waits for slots that cannot become free by themselves, as they are lost,
 *     retired or have a problem
 * @param unreachable time after which the slots of an unreachable node are lost
 * @param missing time after which a claim ends whose Scheduling is not there; its entry in the ledger is removed after
 *     as long again
 * @param keepJobs time for which a completed Scheduling holds its jobs unless it is deleted
 * @param largestBackoff longest pause between two runs of a job
 * @param history number of runs that a job's history keeps; above 0
 */
public record SlotTimeouts(
        Duration start,
        Duration stop,
        Duration slots,
        Duration unreachable,
        Duration missing,
        Duration keepJobs,
        Duration largestBackoff,
        int history) {
    public SlotTimeouts {
        Require.within("history", history, 1, 1000);
    }
}
