package dev.edgewise.scheduler.slots.model;

import org.jspecify.annotations.Nullable;

/**
 * A job that runs in slots whenever a Scheduling says so.
 *
 * @param problem the part of the spec that the adapter could not read; null if none
 * @param status as it was last written, by us or by hand: only its history of runs is read
 */
public record BatchJob(ObjectMetadata metadata, BatchJobSpec spec, @Nullable Problem problem, BatchJobStatus status) {
    public String name() {
        return metadata.name();
    }

    public String uid() {
        return metadata.uid();
    }

    /**
     * Returns the problem by which it cannot run, and is never claimed; null if none. It runs without its data for
     * schedulers.
     */
    public @Nullable Problem problemOfRuns() {
        return problem == null || problem.field().equals(BatchJobSpec.EXTERNAL_SCHEDULER) ? null : problem;
    }
}
