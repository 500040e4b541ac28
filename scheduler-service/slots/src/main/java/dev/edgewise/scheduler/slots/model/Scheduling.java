package dev.edgewise.scheduler.slots.model;

import org.jspecify.annotations.Nullable;

/**
 * The order of a scheduler outside the cluster: these jobs in the slots of this testbed.
 *
 * @param problem the part of the spec that the adapter could not read; null if none. Such a Scheduling claims nothing
 * @param status as it was last written, by us or by hand: shown to people, never trusted
 */
public record Scheduling(
        ObjectMetadata metadata, SchedulingSpec spec, @Nullable Problem problem, SchedulingStatus status) {
    public String name() {
        return metadata.name();
    }

    public String uid() {
        return metadata.uid();
    }
}
