package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import java.util.Locale;

/** Ranks clusters by the delay from the request's source: a pod, a node, a cluster, or the management cluster. */
final class LowLatency implements ClusterScore {
    @Override
    public double score(Policy policy, Bid bid) {
        return -bid.latencyMillis();
    }

    @Override
    public String why(Policy policy, Bid bid) {
        return String.format(Locale.ROOT, "%.1f ms from %s", bid.latencyMillis(), source(policy));
    }

    @Override
    public String unknown(Policy policy) {
        return "delay from " + source(policy);
    }

    static String source(Policy policy) {
        if (policy.sourceCluster().isEmpty()) {
            return "the management cluster";
        }
        if (!policy.sourcePod().isEmpty()) {
            return "pod " + policy.sourcePod() + " in " + policy.sourceCluster();
        }
        return policy.sourceNode().isEmpty()
                ? policy.sourceCluster()
                : "node " + policy.sourceNode() + " in " + policy.sourceCluster();
    }
}
