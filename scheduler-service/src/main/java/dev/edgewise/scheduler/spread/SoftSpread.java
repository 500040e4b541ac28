package dev.edgewise.scheduler.spread;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.pipeline.Score;
import dev.edgewise.scheduler.pipeline.StockScale;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Prefers domains that hold fewer pods of the same kind. A constraint with few domains counts less, by the logarithm of
 * their number.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/podtopologyspread/scoring.go.
 */
public final class SoftSpread implements Score {
    /** Marks a node that lacks a label; it gets the worst value. */
    private static final long IGNORED = -1;

    @Override
    public String name() {
        return Spread.NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        List<SpreadConstraint> constraints = Spread.constraints(pod, false);
        if (constraints.isEmpty()) {
            return NOTHING;
        }
        List<NodeState> labelled = nodes.stream()
                .filter(node -> Spread.hasAllLabels(node.node(), constraints))
                .toList();
        double[] crowding = new double[nodes.size()];
        for (SpreadConstraint constraint : constraints) {
            add(crowding, constraint, constraints, pod, snapshot, nodes, labelled);
        }
        long[] rounded = new long[crowding.length];
        for (int i = 0; i < rounded.length; i++) {
            boolean counts = Spread.hasAllLabels(nodes.get(i).node(), constraints);
            rounded[i] = counts ? Math.round(crowding[i]) : IGNORED;
        }
        return normalised(rounded);
    }

    private static void add(
            double[] crowding,
            SpreadConstraint constraint,
            List<SpreadConstraint> all,
            Pod pod,
            Snapshot snapshot,
            List<NodeState> nodes,
            List<NodeState> labelled) {
        boolean perNode = constraint.topologyKey().equals(Spread.HOSTNAME);
        MatchingPods matching = new MatchingPods(constraint, pod, snapshot);
        Map<String, Long> counts = perNode ? Map.of() : counts(constraint, all, matching, pod, labelled);
        double weight = Math.log((perNode ? labelled.size() : counts.size()) + 2);
        for (int i = 0; i < crowding.length; i++) {
            NodeState node = nodes.get(i);
            String domain = node.node().labels().get(constraint.topologyKey());
            if (domain != null) {
                long count = perNode ? matching.on(node) : counts.getOrDefault(domain, 0L);
                crowding[i] += count * weight + (constraint.maxSkew() - 1);
            }
        }
    }

    /** Matching pods in each domain that has a feasible node, counted over all nodes that hold any. */
    private static Map<String, Long> counts(
            SpreadConstraint constraint,
            List<SpreadConstraint> all,
            MatchingPods matching,
            Pod pod,
            List<NodeState> labelled) {
        Map<String, Long> counts = new HashMap<>();
        labelled.forEach(node -> counts.put(node.node().labels().get(constraint.topologyKey()), 0L));
        for (NodeState node : matching.holders()) {
            String domain = node.node().labels().get(constraint.topologyKey());
            if (domain != null
                    && counts.containsKey(domain)
                    && Spread.hasAllLabels(node.node(), all)
                    && Spread.includes(constraint, pod, node.node())) {
                counts.merge(domain, (long) matching.on(node), Long::sum);
            }
        }
        return counts;
    }

    private static double[] normalised(long[] crowding) {
        long min = Long.MAX_VALUE;
        long max = 0;
        for (long value : crowding) {
            if (value != IGNORED) {
                min = Math.min(min, value);
                max = Math.max(max, value);
            }
        }
        double[] values = new double[crowding.length];
        for (int i = 0; i < values.length; i++) {
            values[i] = crowding[i] == IGNORED ? 0 : StockScale.value(inverted(crowding[i], min, max));
        }
        return values;
    }

    private static long inverted(long value, long min, long max) {
        return max == 0 ? StockScale.MAX : StockScale.MAX * (max + min - value) / max;
    }
}
