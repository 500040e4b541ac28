package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;

/**
 * Leaves clusters in the order in which the request names them: with a selected cluster and a set of clusters, the
 * tenant has chosen.
 */
final class RequestedOrderScore implements ClusterScore {
    @Override
    public double score(Policy policy, Bid bid) {
        return 0;
    }

    @Override
    public String why(Policy policy, Bid bid) {
        if (policy.type() == PolicyType.CLUSTER_SET) {
            return "each cluster of the set gets the work";
        }
        return policy.node().isEmpty()
                ? "selected by the request"
                : "selected by the request, with node " + policy.node();
    }

    @Override
    public String unknown(Policy policy) {
        return "order";
    }
}
