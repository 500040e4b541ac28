package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.common.signal.Percentile;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.DelayRules;
import dev.edgewise.scheduler.signals.rtt.NearestDistances;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.signals.rtt.RttQuality;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * Prefers the nodes nearest to the pod's source node by measured medians, and the source node itself. A node without a time that counts comes last.
 *
 * <p>The value is 10 ms / (10 ms + delay): 1 at the source, 0.67 at 5 ms, 0.4 at 15 ms, 0.11 at 80 ms. With the weight of the profile, other scores decide only
 * between nodes whose delays differ by less than a measurement can tell.
 */
public final class SourceDelay implements Score {
    public static final String NAME = "SourceDelay";

    private static final double HALF_MICROS = 10_000;

    private final DelayRules rules;

    public SourceDelay(DelayRules rules) {
        this.rules = rules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        String source = NodePreference.of(pod).sourceNode();
        if (source == null) {
            return NOTHING;
        }
        NearestDistances distances = snapshot.get(RttIndex.FACT).nearest(Map.of(source, 1), quality(snapshot));
        return nodes.stream()
                .mapToDouble(node -> value(source, node.name(), distances))
                .toArray();
    }

    private static double value(String source, String node, NearestDistances distances) {
        if (node.equals(source)) {
            return 1;
        }
        long micros = distances.micros(distances.numberOf(node));
        return micros == NearestDistances.UNKNOWN ? 0 : HALF_MICROS / (HALF_MICROS + micros);
    }

    private RttQuality quality(Snapshot snapshot) {
        Duration maxAge = rules.maxAge();
        long since = maxAge == null
                ? Long.MIN_VALUE
                : snapshot.takenAt().minus(maxAge).toEpochMilli();
        return new RttQuality(Percentile.P50, rules.maxLoss(), 0, since);
    }
}
