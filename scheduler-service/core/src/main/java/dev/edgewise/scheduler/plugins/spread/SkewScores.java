package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Scores nodes by the number of pods that soft constraints want apart. Serves one pod. */
final class SkewScores {
    /** Marks a node that lacks a label which it needs to take part. */
    static final long IGNORED = -1;

    /** The domain of the nodes without the label. */
    private static final String NO_DOMAIN = "";

    private final Pod pod;
    private final Snapshot snapshot;
    private final List<SpreadConstraint> constraints;
    private final boolean needsAllLabels;
    private final NodeInclusionPolicyCheck included;
    private final MatchingPodsPerNode counts;
    private final Map<LabelSelector, ConstraintMatchingPodCounts> matching = new HashMap<>(2);

    /**
     * @param needsAllLabels whether nodes that lack the label of any of the constraints are left out
     * @param counts of the pods that the constraints mean
     */
    SkewScores(
            Pod pod,
            Snapshot snapshot,
            List<SpreadConstraint> constraints,
            boolean needsAllLabels,
            MatchingPodsPerNode counts) {
        this.pod = pod;
        this.snapshot = snapshot;
        this.constraints = constraints;
        this.needsAllLabels = needsAllLabels;
        this.included = NodeInclusionPolicyCheck.of(pod, snapshot);
        this.counts = counts;
    }

    /**
     * The pods that count are not looked for if no node takes part. Rounded as kube-scheduler does, 0 or more, for each
     * node; or {@link #IGNORED}.
     */
    long[] of(List<NodeState> nodes) {
        List<NodeState> counted = new ArrayList<>(nodes.size());
        for (NodeState node : nodes) {
            if (takesPart(node)) {
                counted.add(node);
            }
        }
        if (counted.isEmpty()) {
            long[] ignored = new long[nodes.size()];
            Arrays.fill(ignored, IGNORED);
            return ignored;
        }
        double[] sums = new double[nodes.size()];
        for (SpreadConstraint constraint : constraints) {
            add(sums, constraint, nodes, counted);
        }
        long[] rounded = new long[sums.length];
        for (int i = 0; i < rounded.length; i++) {
            rounded[i] = takesPart(nodes.get(i)) ? Math.round(sums[i]) : IGNORED;
        }
        return rounded;
    }

    private boolean takesPart(NodeState node) {
        return !needsAllLabels || TopologySpreadConstraintHelper.hasAllLabels(node.node(), constraints);
    }

    private void add(double[] sums, SpreadConstraint constraint, List<NodeState> nodes, List<NodeState> counted) {
        boolean perNode = constraint.topologyKey().equals(TopologySpreadConstraintHelper.HOSTNAME);
        ConstraintMatchingPodCounts pods = matching.computeIfAbsent(
                constraint.selector(), selector -> new ConstraintMatchingPodCounts(selector, pod, snapshot, counts));
        Map<String, Long> byDomain = perNode ? Map.of() : byDomain(constraint, pods, counted);
        double weight = Math.log((perNode ? counted.size() : byDomain.size()) + 2);
        for (int i = 0; i < sums.length; i++) {
            NodeState node = nodes.get(i);
            String domain = node.node().labels().get(constraint.topologyKey());
            if (domain != null) {
                long count = perNode ? pods.on(node) : byDomain.getOrDefault(domain, 0L);
                sums[i] += count * weight + (constraint.maxSkew() - 1);
            }
        }
    }

    /** Matching pods in each domain that has a feasible node, counted over all nodes that hold any. */
    private Map<String, Long> byDomain(
            SpreadConstraint constraint, ConstraintMatchingPodCounts pods, List<NodeState> counted) {
        Map<String, Long> counts = new HashMap<>();
        counted.forEach(node -> counts.put(domainOf(node, constraint), 0L));
        for (NodeState node : pods.holders()) {
            String domain = domainOf(node, constraint);
            if (counts.containsKey(domain) && takesPart(node) && included.includes(constraint, node.node())) {
                counts.merge(domain, (long) pods.on(node), Long::sum);
            }
        }
        return counts;
    }

    private static String domainOf(NodeState node, SpreadConstraint constraint) {
        return node.node().labels().getOrDefault(constraint.topologyKey(), NO_DOMAIN);
    }
}
