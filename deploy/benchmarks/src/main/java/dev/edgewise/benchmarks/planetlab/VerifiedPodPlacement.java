package dev.edgewise.benchmarks.planetlab;

import org.jspecify.annotations.Nullable;

/**
 * Placement of a pod at the end, as the API server has it.
 *
 * @param reference node that it wants to be near to
 * @param needMillis how near
 * @param node where it was bound, or null
 * @param unschedulable whether the scheduler reported it as unschedulable
 */
record VerifiedPodPlacement(
        String pod,
        String reference,
        double needMillis,
        NodeOrPodCapacity room,
        @Nullable String node,
        boolean unschedulable) {
    boolean isDecided() {
        return node != null || unschedulable;
    }
}
