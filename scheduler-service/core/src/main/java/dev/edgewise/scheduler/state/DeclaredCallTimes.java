package dev.edgewise.scheduler.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import dev.edgewise.scheduler.model.Pod;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The time that one call of each pod of a node computes, in all, as the pods declare it by annotations. A decision reads one value of each node, where it would
 * otherwise read the annotations of all its pods. Immutable.
 */
public final class DeclaredCallTimes {
    private static final DeclaredCallTimes NONE = new DeclaredCallTimes(HashTreePMap.empty());

    public static final FactKey<DeclaredCallTimes> FACT = FactKey.of("declared calls", NONE, new FactUpdateRule<>() {
        @Override
        public DeclaredCallTimes withPod(DeclaredCallTimes times, Pod pod) {
            return times.change(pod, 1);
        }

        @Override
        public DeclaredCallTimes withoutPod(DeclaredCallTimes times, Pod pod) {
            return times.change(pod, -1);
        }

        @Override
        public boolean isSameWith(Pod before, Pod after) {
            return nanos(before) == nanos(after);
        }
    });

    private static final double NANOS_OF_MILLI = 1e6;
    /** The limits of global requests, which annotations of pods may exceed: one hour, and 1 TB. */
    private static final double MOST_COMPUTE_MILLIS = 3_600_000;

    private static final double MOST_PAYLOAD_BYTES = 1e12;
    private static final int LONGEST_NUMBER = 32;

    /** The sums by node, in whole nanoseconds: what comes and goes leaves no rest. */
    private final PMap<String, Long> nanos;

    private DeclaredCallTimes(PMap<String, Long> nanos) {
        this.nanos = nanos;
    }

    /** Returns how long one call of each pod of the node computes in all, in ms; absent nodes have pods as well. */
    public double millisOn(String node) {
        return nanos.getOrDefault(node, 0L) / NANOS_OF_MILLI;
    }

    /** Returns how long a call of the pod computes on an idle node, in ms; 0 if that is not declared. */
    public static double computeMillis(Pod pod) {
        return number(pod, Names.CALL_COMPUTE_ANNOTATION, MOST_COMPUTE_MILLIS);
    }

    /** Returns the bytes that are sent to the pod with each call; 0 if they are not declared. */
    public static long payloadBytes(Pod pod) {
        return (long) number(pod, Names.CALL_PAYLOAD_ANNOTATION, MOST_PAYLOAD_BYTES);
    }

    private DeclaredCallTimes change(Pod pod, int by) {
        long one = nanos(pod);
        String node = pod.spec().nodeName();
        if (one == 0 || node == null) {
            return this;
        }
        long sum = nanos.getOrDefault(node, 0L) + by * one;
        return new DeclaredCallTimes(sum == 0 ? nanos.minus(node) : nanos.plus(node, sum));
    }

    private static long nanos(Pod pod) {
        return Math.round(computeMillis(pod) * NANOS_OF_MILLI);
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
