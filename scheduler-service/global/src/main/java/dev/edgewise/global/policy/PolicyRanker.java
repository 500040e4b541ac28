package dev.edgewise.global.policy;

import dev.edgewise.global.cluster.PodSetFitCounter;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * Ranks clusters by the figure of the request's policy. A cluster whose figure is unknown comes last, and its text says
 * so: it may be the best one, but nothing shows it.
 */
public final class PolicyRanker implements ClusterRanker {
    @Override
    public List<RankedCluster> rank(Policy policy, List<Bid> bids) {
        ClusterScore by = scoreOf(policy.type());
        List<RankedCluster> ranked = new ArrayList<>();
        for (Bid bid : bids) {
            if (bid.isAccepted()) {
                ranked.add(ranked(by, policy, bid));
            }
        }
        if (!(by instanceof RequestedOrderScore)) {
            ranked.sort(Comparator.comparing((RankedCluster cluster) -> Double.isNaN(cluster.score()))
                    .thenComparing(
                            Comparator.comparingDouble(RankedCluster::score).reversed())
                    .thenComparing(Comparator.comparingDouble((RankedCluster cluster) -> by.otherwise(cluster.bid()))
                            .reversed())
                    .thenComparing(cluster -> cluster.bid().cluster()));
        }
        return List.copyOf(ranked);
    }

    private static RankedCluster ranked(ClusterScore by, Policy policy, Bid bid) {
        double score = by.score(policy, bid);
        String figure =
                Double.isNaN(score) ? "last, as the " + by.unknown(policy) + " is unknown" : by.why(policy, bid);
        return new RankedCluster(bid, score, figure + ", fits " + fits(bid.fits()));
    }

    private static String fits(int fits) {
        return fits >= PodSetFitCounter.MOST_SETS ? fits + " times or more" : fits + (fits == 1 ? " time" : " times");
    }

    /** Chooses the figure. ADAPTIVE is by the free share unless what has learned names another policy. */
    private static ClusterScore scoreOf(PolicyType type) {
        return switch (type) {
            case LOW_LATENCY -> new LowLatency();
            case RESPONSE_TIME -> new ResponseTime();
            case MOST_AVAILABLE, ADAPTIVE -> new MostAvailable();
            case MOST_REQUESTED -> new MostRequested();
            case SELECTED_CLUSTER, CLUSTER_SET -> new RequestedOrderScore();
            case COST -> new LowestCost();
            case ENERGY -> new HighestBatteryCharge();
        };
    }
}
