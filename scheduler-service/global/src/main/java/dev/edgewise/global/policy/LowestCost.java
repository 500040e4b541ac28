package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import java.util.Locale;

/** Ranks clusters by their cost of one CPU for an hour. */
final class LowestCost implements ClusterScore {
    @Override
    public double score(Policy policy, Bid bid) {
        return -bid.cost();
    }

    @Override
    public String why(Policy policy, Bid bid) {
        return String.format(Locale.ROOT, "costs %.4g", bid.cost());
    }

    @Override
    public String unknown(Policy policy) {
        return "cost";
    }
}
