package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.common.FunctionCallTimeEstimator;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.state.DeclaredCallTimes;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prefers the nodes where a call of the pod is answered soonest: delay from the source node, transfer of what is sent,
 * and computation on a node with the load that it has with the pod. The time by which the pod slows down calls of
 * others on the node counts as well, as far as these declare what they compute: functions of one pipeline would else
 * share a node at each other's cost.
 *
 * <p>The value is the shortest of these times divided by the node's: 1 for the best node, 0.5 where a call takes twice
 * as long, 0 where the delay is unknown. With the weight of the profile, other scores, which spread pods, decide
 * between nodes whose times differ by a few percent. Without a source node in the cluster, all delays are the same.
 */
public final class ResponseTime implements Score {
    public static final String NAME = "ResponseTime";

    private static final double MICROS_OF_MILLI = 1_000;

    private final DelayRules rules;

    public ResponseTime(DelayRules rules) {
        this.rules = rules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        PodCallAnnotations call = PodRankingAnnotations.of(pod).call();
        if (call == null) {
            return NOTHING;
        }
        String source = call.sourceNode();
        SourceNodeMedianRtts times = source == null ? null : new SourceNodeMedianRtts(source, snapshot, rules);
        long requested = pod.spec().requests().needed().milliCpu();
        DeclaredCallTimes declared = snapshot.get(DeclaredCallTimes.FACT);
        double[] values = nodes.stream()
                .mapToDouble(node -> wayMillis(call, times, node.name())
                        + computingMillis(call, declared.millisOn(node.name()), node, requested))
                .toArray();
        double least = Arrays.stream(values).min().orElse(0);
        // An unknown delay is infinite: least / infinity is 0, and so is the value of all where none is known.
        Arrays.setAll(values, index -> Double.isInfinite(values[index]) ? 0 : least / values[index]);
        return values;
    }

    private static double wayMillis(PodCallAnnotations call, @Nullable SourceNodeMedianRtts times, String node) {
        if (times == null) {
            return 0;
        }
        long micros = times.micros(node);
        if (micros == SourceNodeMedianRtts.UNKNOWN) {
            return Double.POSITIVE_INFINITY;
        }
        return node.equals(call.sourceNode())
                ? 0
                : micros / MICROS_OF_MILLI
                        + FunctionCallTimeEstimator.transferMillis(
                                call.payloadBytes(), FunctionCallTimeEstimator.LAN_MEGABITS);
    }

    private static double computingMillis(PodCallAnnotations call, double others, NodeState node, long requested) {
        double before = share(node, 0);
        double with = share(node, requested);
        return FunctionCallTimeEstimator.computingMillis(call.computeMillis(), with)
                + FunctionCallTimeEstimator.computingMillis(others, with)
                - FunctionCallTimeEstimator.computingMillis(others, before);
    }

    private static double share(NodeState node, long requested) {
        long all = node.allocatableMilliCpu();
        return all <= 0 ? 1 : (all - node.freeMilliCpu() + requested) / (double) all;
    }
}
