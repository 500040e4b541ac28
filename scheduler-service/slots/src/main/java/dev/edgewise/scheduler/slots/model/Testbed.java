package dev.edgewise.scheduler.slots.model;

import org.jspecify.annotations.Nullable;

/**
 * Equal slots on labelled nodes, which one Scheduling at a time fills with batch jobs.
 *
 * @param problem the part of the spec that the adapter could not read, or that is beyond its limits; null if none. Such
 *     a testbed has no slots
 * @param status as it was last written, by us or by hand: shown to people, never trusted
 */
public record Testbed(ObjectMetadata metadata, TestbedSpec spec, @Nullable Problem problem, TestbedStatus status) {
    public String name() {
        return metadata.name();
    }

    public String uid() {
        return metadata.uid();
    }
}
