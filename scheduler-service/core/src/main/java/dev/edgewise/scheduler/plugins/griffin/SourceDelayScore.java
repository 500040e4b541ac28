package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/**
 * Prefers the nodes nearest to the pod's source node by measured medians, and the source node itself. A node without a
 * time that counts comes last.
 *
 * <p>The value is 10 ms / (10 ms + delay): 1 at the source, 0.67 at 5 ms, 0.4 at 15 ms, 0.11 at 80 ms. With the weight
 * of the profile, other scores decide only between nodes whose delays differ by less than a measurement can tell.
 */
public final class SourceDelayScore implements Score {
    public static final String NAME = "SourceDelay";

    private static final double HALF_MICROS = 10_000;

    private final DelayRules rules;

    public SourceDelayScore(DelayRules rules) {
        this.rules = rules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        String source = PodRankingAnnotations.of(pod).sourceNode();
        if (source == null) {
            return NOTHING;
        }
        SourceNodeMedianRtts times = new SourceNodeMedianRtts(source, snapshot, rules);
        return nodes.stream()
                .mapToDouble(node -> value(times.micros(node.name())))
                .toArray();
    }

    private static double value(long micros) {
        return micros == SourceNodeMedianRtts.UNKNOWN ? 0 : HALF_MICROS / (HALF_MICROS + micros);
    }
}
