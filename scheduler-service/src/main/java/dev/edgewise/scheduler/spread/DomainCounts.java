package dev.edgewise.scheduler.spread;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.SpreadConstraint;
import java.util.HashMap;
import java.util.Map;

/** How many matching pods each domain of one constraint holds. */
final class DomainCounts {
    private final SpreadConstraint constraint;
    private final Pod pod;
    private final MatchingPods matching;
    private final int self;
    private final Map<String, Integer> byDomain = new HashMap<>();
    private int domains = -1;
    private int smallest = -1;

    DomainCounts(SpreadConstraint constraint, Pod pod, Snapshot snapshot) {
        this.constraint = constraint;
        this.pod = pod;
        this.matching = new MatchingPods(constraint, pod, snapshot);
        this.self = constraint.selector().matches(pod.labels()) ? 1 : 0;
    }

    String topologyKey() {
        return constraint.topologyKey();
    }

    /** Counts the node's pods, if the node counts. Must not follow {@link #isTooSkewed}. */
    void add(NodeState node) {
        String domain = node.node().labels().get(constraint.topologyKey());
        if (domain != null && Spread.includes(constraint, pod, node.node())) {
            byDomain.merge(domain, matching.on(node), Integer::sum);
        }
    }

    /** Counts every node of the cluster; looks only at those that hold matching pods. */
    void addAll(Snapshot snapshot) {
        domains = snapshot.domains(constraint.topologyKey()).size();
        for (NodeState node : matching.holders()) {
            byDomain.merge(
                    node.node().labels().getOrDefault(constraint.topologyKey(), ""), matching.on(node), Integer::sum);
        }
    }

    /** Whether the pod in that domain would exceed the allowed skew. */
    boolean isTooSkewed(String domain) {
        return byDomain.getOrDefault(domain, 0) + self - smallest() > constraint.maxSkew();
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
        return byDomain.values().stream().mapToInt(Integer::intValue).min().orElse(Integer.MAX_VALUE);
    }
}
