package dev.edgewise.offloader.scheduler;

import java.util.Set;
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
    /** The filters of scheduler-service whose word is a violation; what others say against the node is no cause. */
    private static final Set<String> VIOLATED = Set.of("Delay", "Rewards");

    /** Why its present node is none for a pod. */
    public record Present(String node, String filter, String reason) {}

    /** Whether the pod could not be placed where it runs for its delay needs, or as that node is in quarantine for its type. */
    public boolean violates() {
        return present != null && VIOLATED.contains(present.filter());
    }

    /** Whether the pod would take the room that is kept for it on that node. */
    public boolean takes(String target) {
        return reservation != null && target.equals(node);
    }
}
