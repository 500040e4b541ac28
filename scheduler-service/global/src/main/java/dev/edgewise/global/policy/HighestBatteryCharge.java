package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import java.util.Locale;

/** Ranks clusters by the mean charge of their nodes. */
final class HighestBatteryCharge implements ClusterScore {
    @Override
    public double score(Policy policy, Bid bid) {
        return bid.energyPercent();
    }

    @Override
    public String why(Policy policy, Bid bid) {
        return String.format(Locale.ROOT, "%.0f %% charged", bid.energyPercent());
    }

    @Override
    public String unknown(Policy policy) {
        return "charge";
    }
}
