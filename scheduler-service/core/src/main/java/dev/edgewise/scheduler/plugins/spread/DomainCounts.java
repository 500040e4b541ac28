package dev.edgewise.scheduler.plugins.spread;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/** The number of matching pods in each domain of one constraint. */
final class DomainCounts {
    private final SpreadConstraint constraint;
    private final NodeInclusionPolicyCheck included;
    private final ConstraintMatchingPodCounts matching;
    private final int self;
    private final Map<String, Integer> byDomain = new HashMap<>();
    private int domains = -1;
    private int smallest = -1;
    /** Number of domains by number of pods; only from the first {@link #change} on. */
    private final TreeMap<Integer, Integer> bySize = new TreeMap<>();

    /** @param included shared by all of the pod's constraints */
    DomainCounts(
            SpreadConstraint constraint,
            Pod pod,
            ConstraintMatchingPodCounts matching,
            NodeInclusionPolicyCheck included) {
        this.constraint = constraint;
        this.included = included;
        this.matching = matching;
        this.self = constraint.selector().matches(pod.labels()) ? 1 : 0;
    }

    String topologyKey() {
        return constraint.topologyKey();
    }

    /** Counts the node's pods, if the node counts. Must not follow {@link #isTooSkewed} or {@link #change}. */
    void add(NodeState node) {
        String domain = node.node().labels().get(constraint.topologyKey());
        if (domain != null && included.includes(constraint, node.node())) {
            byDomain.merge(domain, matching.on(node), Integer::sum);
        }
    }

    /** Counts every node of the cluster; looks only at those that hold matching pods. */
    void addAll(Snapshot snapshot) {
        domains = snapshot.topology().domains(constraint.topologyKey()).size();
        for (NodeState node : matching.holders()) {
            byDomain.merge(
                    node.node().labels().getOrDefault(constraint.topologyKey(), ""), matching.on(node), Integer::sum);
        }
    }

    /** Returns whether the pod in that domain would exceed the allowed skew. */
    boolean isTooSkewed(String domain) {
        return byDomain.getOrDefault(domain, 0) + self - smallest() > constraint.maxSkew();
    }

    /** Counts a pod more or less on a node that has every constraint's label, if both count. */
    void change(Pod placed, Node node, int by) {
        String domain = node.labels().get(constraint.topologyKey());
        if (domain == null || !matching.counts(placed) || !included.includes(constraint, node)) {
            return;
        }
        if (bySize.isEmpty()) {
            byDomain.values().forEach(size -> bySize.merge(size, 1, Integer::sum));
        }
        Integer before = byDomain.get(domain);
        int after = before == null ? by : before + by;
        byDomain.put(domain, after);
        if (before != null) {
            bySize.computeIfPresent(before, (size, number) -> number == 1 ? null : number - 1);
        }
        bySize.merge(after, 1, Integer::sum);
        smallest = -1;
    }

    private int smallest() {
        if (smallest < 0) {
            smallest = findSmallest();
        }
        return smallest;
    }

    /** The emptiest domain's count; 0 while there are fewer domains than asked for. */
    private int findSmallest() {
        int all = domains < 0 ? byDomain.size() : domains;
        if (all < constraint.minDomains() || byDomain.size() < all) {
            return 0;
        }
        if (!bySize.isEmpty()) {
            return bySize.firstKey();
        }
        return byDomain.values().stream().mapToInt(Integer::intValue).min().orElse(Integer.MAX_VALUE);
    }
}
