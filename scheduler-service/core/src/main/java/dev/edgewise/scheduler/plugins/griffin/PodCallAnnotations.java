package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.NumberAnnotation;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.DeclaredCallTimes;
import org.jspecify.annotations.Nullable;

/**
 * The calls of a pod that is to answer soon, as its annotations declare them.
 *
 * @param sourceNode the node that calls come from; null if it is in another cluster or not known
 * @param computeMillis time of one call on an idle node, more than 0
 * @param payloadBytes sent with each call
 */
record PodCallAnnotations(@Nullable String sourceNode, double computeMillis, long payloadBytes) {
    static final String PLACEMENT = "response-time";

    /** 1 TB at most, as in global requests. */
    private static final NumberAnnotation PAYLOAD_BYTES = new NumberAnnotation(Names.CALL_PAYLOAD_ANNOTATION, 1e12);

    /** Returns the calls; null if the time that they compute is not stated as a number above 0. */
    static @Nullable PodCallAnnotations of(Pod pod) {
        double compute = DeclaredCallTimes.computeMillis(pod);
        long payload = (long) PAYLOAD_BYTES.of(pod);
        String source = pod.annotations().getOrDefault(Names.SOURCE_NODE_ANNOTATION, "");
        return compute > 0 ? new PodCallAnnotations(source.isEmpty() ? null : source, compute, payload) : null;
    }
}
