package dev.edgewise.global.policy;

import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.RankedResource;
import java.util.Locale;

/**
 * Ranks clusters by the free share of CPU, memory, GPUs, or of all of them. The prototype calls this most requested.
 */
final class MostAvailable implements ClusterScore {
    @Override
    public double score(Policy policy, Bid bid) {
        return bid.availability();
    }

    @Override
    public String why(Policy policy, Bid bid) {
        return String.format(Locale.ROOT, "%.0f %% of %s free", 100 * bid.availability(), resource(policy.resource()));
    }

    @Override
    public String unknown(Policy policy) {
        return "free share of " + resource(policy.resource());
    }

    static String resource(RankedResource resource) {
        return switch (resource) {
            case CPU -> "CPU";
            case MEMORY -> "memory";
            case GPU -> "GPUs";
            case ALL -> "all resources";
        };
    }
}
