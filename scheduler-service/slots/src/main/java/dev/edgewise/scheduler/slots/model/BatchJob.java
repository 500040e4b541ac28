package dev.edgewise.scheduler.slots.model;

import org.jspecify.annotations.Nullable;

/**
 * A job that runs in slots whenever a Scheduling says so.
 *
 * @param problem the part of the spec that the adapter could not read; null if none. Such a job is never claimed
 * @param status as it was last written, by us or by hand: only its history of runs is read
 */
public record BatchJob(ObjectMetadata metadata, BatchJobSpec spec, @Nullable Problem problem, BatchJobStatus status) {
    public String name() {
        return metadata.name();
    }

    public String uid() {
        return metadata.uid();
    }
}
