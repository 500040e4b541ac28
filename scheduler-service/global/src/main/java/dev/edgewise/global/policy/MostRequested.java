package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import java.util.Locale;

/**
 * Ranks clusters by the share in use, as kube-scheduler's score of this name: full clusters are filled first, and empty
 * ones can be switched off.
 */
final class MostRequested implements ClusterScore {
    @Override
    public double score(Policy policy, Bid bid) {
        return 1 - bid.availability();
    }

    @Override
    public String why(Policy policy, Bid bid) {
        return String.format(
                Locale.ROOT,
                "%.0f %% of %s in use",
                100 * (1 - bid.availability()),
                MostAvailable.resource(policy.resource()));
    }

    @Override
    public String unknown(Policy policy) {
        return "share in use of " + MostAvailable.resource(policy.resource());
    }
}
