package dev.edgewise.global.cluster;

import dev.edgewise.global.model.Policy;
import java.util.HashMap;
import java.util.Map;

/**
 * Delays between clusters as they were measured, each direction of its own.
 *
 * @param millis by source and then by target; a source is a cluster, or a node of it, {@code cluster/node}
 */
public record ClusterDelays(Map<String, Map<String, Double>> millis) {
    public static final ClusterDelays NONE = new ClusterDelays(Map.of());

    public ClusterDelays {
        Map<String, Map<String, Double>> copy = new HashMap<>();
        millis.forEach((source, targets) -> copy.put(source, Map.copyOf(targets)));
        millis = Map.copyOf(copy);
    }

    /**
     * Returns the delay in this direction, or in the other where only that was measured; 0 within a cluster, NaN if
     * unknown.
     */
    public double between(String source, String target) {
        if (source.equals(target)) {
            return 0;
        }
        double there = one(source, target);
        return Double.isNaN(there) ? one(target, source) : there;
    }

    /**
     * Returns the delay from the source of a request to a member: from its node if that was measured, else from its
     * cluster. Without a source cluster, the management cluster is the source.
     *
     * @param node the node of the source, which may follow from a pod; empty for none
     */
    public double toMember(Policy policy, String node, Member member) {
        if (policy.sourceCluster().isEmpty()) {
            return member.roundTripMillis();
        }
        if (policy.sourceCluster().equals(member.name())) {
            return 0;
        }
        double fromNode = node.isEmpty() ? Double.NaN : one(policy.sourceCluster() + "/" + node, member.name());
        return Double.isNaN(fromNode) ? between(policy.sourceCluster(), member.name()) : fromNode;
    }

    /**
     * Returns the delay from a member to the cluster that gets the results of calls: the one that is named, else the
     * source. It is 0 where that is the management cluster, as the way there is a round trip then.
     */
    public double fromMember(Policy policy, String member) {
        String result = policy.call().resultCluster().isEmpty()
                ? policy.sourceCluster()
                : policy.call().resultCluster();
        return result.isEmpty() ? 0 : between(member, result);
    }

    private double one(String source, String target) {
        Map<String, Double> targets = millis.get(source);
        return targets == null ? Double.NaN : targets.getOrDefault(target, Double.NaN);
    }
}
