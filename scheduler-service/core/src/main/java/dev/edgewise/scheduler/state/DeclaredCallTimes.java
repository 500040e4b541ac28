package dev.edgewise.scheduler.state;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.facts.FactKey;
import dev.edgewise.scheduler.facts.FactUpdateRule;
import dev.edgewise.scheduler.model.NumberAnnotation;
import dev.edgewise.scheduler.model.Pod;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * The time that one call of each pod of a node computes, in all, as the pods declare it by annotations. A decision
 * reads one value of each node, where it would otherwise read the annotations of all its pods. Immutable.
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
    /** One hour at most, as in global requests. */
    private static final NumberAnnotation COMPUTE_MILLIS =
            new NumberAnnotation(Names.CALL_COMPUTE_ANNOTATION, 3_600_000);

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
        return COMPUTE_MILLIS.of(pod);
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
}
