package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * The ranking that a pod's annotations ask for.
 *
 * @param sourceNode the node from which delay counts; null unless the pod asks for the nearest nodes
 * @param available the resource whose free share counts; null unless the pod asks for the most available nodes
 * @param call the calls whose time counts; null unless the pod asks for the soonest answers
 */
record AnnotatedRanking(
        @Nullable String sourceNode, @Nullable AvailableResource available, @Nullable CallPreference call) {
    private static final AnnotatedRanking NONE = new AnnotatedRanking(null, null, null);
    private static final String LOW_LATENCY = "low-latency";

    /** Returns the ranking; a pod that asks for none, or for an unknown one, is placed as in profile {@code stock}. */
    static AnnotatedRanking of(Pod pod) {
        String placement = pod.annotations().getOrDefault(Names.PLACEMENT_ANNOTATION, LOW_LATENCY);
        if (placement.equals(LOW_LATENCY)) {
            String source = pod.annotations().get(Names.SOURCE_NODE_ANNOTATION);
            return source == null || source.isEmpty() ? NONE : new AnnotatedRanking(source, null, null);
        }
        if (placement.equals(CallPreference.PLACEMENT)) {
            return new AnnotatedRanking(null, null, CallPreference.of(pod));
        }
        AvailableResource resource = AvailableResource.ofPlacement(placement);
        return resource == null ? NONE : new AnnotatedRanking(null, resource, null);
    }
}
