package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import java.util.Locale;

/**
 * Ranks clusters by the estimated time of a call: delay there and back, transfer of the payload, and computation under
 * the load of their nodes. Clusters whose times are the same, or unknown, are ranked by their free share, which spreads
 * requests.
 */
final class ResponseTime implements ClusterScore {
    @Override
    public double score(Policy policy, Bid bid) {
        return -FunctionCallTimeEstimate.of(policy.call(), bid).millis();
    }

    @Override
    public String why(Policy policy, Bid bid) {
        FunctionCallTimeEstimate estimate = FunctionCallTimeEstimate.of(policy.call(), bid);
        return String.format(
                Locale.ROOT,
                "a call takes %.1f ms: %.1f from %s, %.1f sending, %.1f computing on nodes with %.0f %% of CPU requested,"
                        + " %.1f back",
                estimate.millis(),
                estimate.thereMillis(),
                LowLatency.source(policy),
                estimate.transferMillis(),
                estimate.computingMillis(),
                100 * bid.call().loadShare(),
                estimate.backMillis());
    }

    @Override
    public String unknown(Policy policy) {
        return "delay from " + LowLatency.source(policy) + ", the delay back, or the load of its nodes";
    }

    @Override
    public double otherwise(Bid bid) {
        return Double.isNaN(bid.availability()) ? -1 : bid.availability();
    }
}
