package dev.edgewise.global.model;

/**
 * The policy of a request with its parameters.
 *
 * @param sourceCluster the cluster from which latency counts; empty for the management cluster
 * @param sourceNode the node in it from which latency counts; empty for the cluster as a whole
 * @param sourcePod the pod, {@code namespace/name}, whose node counts; empty for none
 * @param resource what {@code MOST_AVAILABLE} and {@code MOST_REQUESTED} rank by
 * @param node the node of the selected cluster that pods must run on; empty for any
 */
public record Policy(
        PolicyType type,
        String sourceCluster,
        String sourceNode,
        String sourcePod,
        RankedResource resource,
        String node) {
    /** Returns the policy with another source node. */
    public Policy from(String otherNode) {
        return new Policy(type, sourceCluster, otherNode, sourcePod, resource, node);
    }

    /** Returns a policy without parameters. */
    public static Policy of(PolicyType type) {
        return new Policy(type, "", "", "", RankedResource.ALL, "");
    }
}
