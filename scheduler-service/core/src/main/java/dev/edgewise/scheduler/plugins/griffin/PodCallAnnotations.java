package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
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

    /** The limits of global requests, which annotations of pods may exceed: one hour, and 1 TB. */
    private static final double MOST_COMPUTE_MILLIS = 3_600_000;

    private static final double MOST_PAYLOAD_BYTES = 1e12;
    private static final int LONGEST_NUMBER = 32;

    /** Returns the calls; null if the time that they compute is not stated as a number above 0. */
    static @Nullable PodCallAnnotations of(Pod pod) {
        double compute = computeMillis(pod);
        double payload = number(pod, Names.CALL_PAYLOAD_ANNOTATION, MOST_PAYLOAD_BYTES);
        String source = pod.annotations().getOrDefault(Names.SOURCE_NODE_ANNOTATION, "");
        return compute > 0 ? new PodCallAnnotations(source.isEmpty() ? null : source, compute, (long) payload) : null;
    }

    /** Returns how long a call of the pod computes on an idle node; 0 if that is not declared. */
    static double computeMillis(Pod pod) {
        return number(pod, Names.CALL_COMPUTE_ANNOTATION, MOST_COMPUTE_MILLIS);
    }

    /** Returns the number, from 0 to the limit; 0 for what is no finite number. */
    private static double number(Pod pod, String annotation, double most) {
        String text = pod.annotations().get(annotation);
        if (text == null || text.length() > LONGEST_NUMBER) {
            return 0;
        }
        try {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? Math.min(most, Math.max(0, number)) : 0;
        } catch (NumberFormatException none) {
            return 0;
        }
    }
}
