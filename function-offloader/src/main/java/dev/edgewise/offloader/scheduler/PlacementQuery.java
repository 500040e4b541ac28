package dev.edgewise.offloader.scheduler;

import dev.edgewise.offloader.cluster.CandidatePod;
import org.jspecify.annotations.Nullable;

/**
 * A question where a pod would go.
 *
 * @param leaves whether it is taken for gone from where it runs
 * @param target node on which room is kept for it; null for none
 */
public record PlacementQuery(CandidatePod pod, boolean leaves, @Nullable String target) {
    /** Asks where the pod would go if it left. */
    public static PlacementQuery ifGone(CandidatePod pod) {
        return new PlacementQuery(pod, true, null);
    }

    /** Whether the pod would go to that node. */
    public static PlacementQuery move(CandidatePod pod, String target) {
        return new PlacementQuery(pod, true, target);
    }

    /** Whether the pod may stay where it is, and where it would go otherwise. */
    public static PlacementQuery present(CandidatePod pod) {
        return new PlacementQuery(pod, false, null);
    }
}
