package dev.edgewise.offloader.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * Where a pod would go.
 *
 * @param pod {@code namespace/name}
 * @param node null if nowhere
 * @param message why, for people
 * @param reservation that it would take, {@code namespace/name}; null for none
 * @param present why it could not be placed where it runs; null if it could, or does not run
 */
public record Placement(
        String pod, @Nullable String node, String message, @Nullable String reservation, @Nullable Present present) {
    /** Why its present node is none for a pod. */
    public record Present(String node, String filter, String reason) {}

    /** Whether the pod would take the room that is kept for it on that node. */
    public boolean takes(String target) {
        return reservation != null && target.equals(node);
    }
}
