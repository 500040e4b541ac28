package dev.edgewise.offloader.scheduler;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The scheduler's answer about one pod.
 *
 * @param pod {@code namespace/name}
 * @param node null if nowhere
 * @param message why, for people
 * @param reservation that it would take, {@code namespace/name}; null for none
 * @param present why it could not be placed where it runs; null if it could, or does not run
 * @param error why the scheduler has no answer about this pod; null if it has one
 */
public record Placement(
        String pod,
        @Nullable String node,
        String message,
        @Nullable String reservation,
        @Nullable Present present,
        @Nullable PlacementError error) {
    /** The filters of scheduler-service whose word is a violation; what others say against the node is no cause. */
    private static final Set<String> VIOLATED = Set.of("Delay", "Rewards");

    public Placement(
            String pod,
            @Nullable String node,
            String message,
            @Nullable String reservation,
            @Nullable Present present) {
        this(pod, node, message, reservation, present, null);
    }

    static Placement failed(String pod, PlacementError error) {
        return new Placement(pod, null, error.message(), null, null, error);
    }

    /** The reason why its present node is none for a pod. */
    public record Present(String node, String filter, String reason) {}

    /**
     * Whether the pod could not be placed where it runs for its delay needs, or as that node is in quarantine for its
     * type.
     */
    public boolean violates() {
        return present != null && VIOLATED.contains(present.filter());
    }

    /** Whether the pod would take the room that is kept for it on that node. */
    public boolean takes(String target) {
        return reservation != null && target.equals(node);
    }

    /** Whether the scheduler could not find out where the pod would go, as it took too long, or failed. */
    public boolean isUnknown() {
        return error != null && error.isUnknown();
    }
}
