package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * The ranking that a pod's annotations ask for.
 *
 * @param sourceNode the node from which delay counts; null unless the pod asks for the nearest nodes
 * @param available the resource whose free share counts; null unless the pod asks for the most available or most
 *     requested nodes
 * @param isFullestFirst whether a smaller free share is better
 * @param call the calls whose time counts; null unless the pod asks for the soonest answers
 */
record PodRankingAnnotations(
        @Nullable String sourceNode,
        @Nullable AvailableResource available,
        boolean isFullestFirst,
        @Nullable PodCallAnnotations call) {
    static final PodRankingAnnotations NONE = new PodRankingAnnotations(null, null, false, null);
    private static final String LOW_LATENCY = "low-latency";
    private static final String MOST_AVAILABLE = "most-available";
    private static final String MOST_REQUESTED = "most-requested";

    /** Returns the ranking; a pod that asks for none, or for an unknown one, is placed as in profile {@code stock}. */
    static PodRankingAnnotations of(Pod pod) {
        String placement = pod.annotations().getOrDefault(Names.PLACEMENT_ANNOTATION, LOW_LATENCY);
        if (placement.equals(LOW_LATENCY)) {
            String source = pod.annotations().get(Names.SOURCE_NODE_ANNOTATION);
            return source == null || source.isEmpty() ? NONE : new PodRankingAnnotations(source, null, false, null);
        }
        if (placement.equals(PodCallAnnotations.PLACEMENT)) {
            return new PodRankingAnnotations(null, null, false, PodCallAnnotations.of(pod));
        }
        AvailableResource free = AvailableResource.ofPlacement(MOST_AVAILABLE, placement);
        if (free != null) {
            return new PodRankingAnnotations(null, free, false, null);
        }
        AvailableResource used = AvailableResource.ofPlacement(MOST_REQUESTED, placement);
        return used == null ? NONE : new PodRankingAnnotations(null, used, true, null);
    }
}
