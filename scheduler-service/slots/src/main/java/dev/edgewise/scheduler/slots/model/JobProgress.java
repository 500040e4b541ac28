package dev.edgewise.scheduler.slots.model;

import java.util.List;

/**
 * The progress of one job of a Scheduling.
 *
 * @param job name of the BatchJob
 * @param slots positions that its run has or had last; empty if none
 * @param failures failed runs
 * @param message reason why it waits or has failed, for people; empty if none
 */
public record JobProgress(String job, Stage stage, List<Integer> slots, int failures, String message) {
    public JobProgress {
        slots = List.copyOf(slots);
    }

    /**
     * The stages of a job within its Scheduling, in their order: {@code status.jobs[].state} of the object, {@code
     * stage} over REST. {@link BatchJobState} is of the job itself, which outlives its Schedulings, and knows no
     * skipped one.
     */
    public enum Stage {
        ACQUIRING,
        IN_QUEUE,
        SUBMITTED,
        SCHEDULED,
        RUNNING,
        STOPPING,
        COMPLETED,
        SKIPPED,
        FAILED
    }
}
