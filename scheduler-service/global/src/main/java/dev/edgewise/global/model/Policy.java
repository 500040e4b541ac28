package dev.edgewise.global.model;

/**
 * The policy of a request with its parameters.
 *
 * @param sourceCluster the cluster from which latency counts; empty for the management cluster
 * @param sourceNode the node in it from which latency counts; empty for the cluster as a whole
 * @param sourcePod the pod, {@code namespace/name}, whose node counts; empty for none
 * @param resource what {@code MOST_AVAILABLE} and {@code MOST_REQUESTED} rank by
 * @param node the node of the selected cluster that pods must run on; empty for any
 * @param call the calls whose time {@code RESPONSE_TIME} estimates
 */
public record Policy(
        PolicyType type,
        String sourceCluster,
        String sourceNode,
        String sourcePod,
        RankedResource resource,
        String node,
        FunctionCallSpec call) {
    /** Makes a policy that declares no calls. */
    public Policy(
            PolicyType type,
            String sourceCluster,
            String sourceNode,
            String sourcePod,
            RankedResource resource,
            String node) {
        this(type, sourceCluster, sourceNode, sourcePod, resource, node, FunctionCallSpec.NONE);
    }

    /** Returns the policy with another source node. */
    public Policy from(String otherNode) {
        return new Policy(type, sourceCluster, otherNode, sourcePod, resource, node, call);
    }

    /** Returns a policy without parameters. */
    public static Policy of(PolicyType type) {
        return new Policy(type, "", "", "", RankedResource.ALL, "");
    }

    /** Returns the policy in a cluster of that speed, where functions compute in less time or more. */
    public Policy atSpeed(double speed) {
        return new Policy(type, sourceCluster, sourceNode, sourcePod, resource, node, call.atSpeed(speed));
    }
}
