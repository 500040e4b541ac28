package dev.edgewise.global.policy;

import dev.edgewise.global.expression.ClusterLevelExpression;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a request goes where it goes: each level with all its clusters, in the order in which they are tried.
 *
 * @param policy by which the clusters of a level are ranked
 */
public record RequestExplanation(PolicyType policy, List<Level> levels) {
    /**
     * A level of the request's expression.
     *
     * @param index from 0
     */
    public record Level(int index, List<Cluster> clusters) {}

    /**
     * A cluster of a level.
     *
     * @param rank its place in the level, from 1; null if it is left out
     * @param filter why it is left out; null if it is ranked
     * @param fits how many sets of the request's pods fit; null if it did not bid
     * @param score higher is better, comparable within the level; null if the figure of the policy is unknown
     * @param latencyMillis from the request's source; null if unknown
     * @param availability free share of the ranked resource, 0 to 1; null if unknown
     * @param cost of one CPU for an hour; null if unknown
     * @param energyPercent mean charge of its nodes; null if unknown
     * @param ageSeconds how old the figures are; null without a bid
     * @param validSeconds how old they may be for a bid; null if that is not known
     * @param basis where {@code fits} is from, for people; empty if that is not known
     * @param why the figures for people
     */
    public record Cluster(
            String name,
            @Nullable Integer rank,
            @Nullable String filter,
            @Nullable Integer fits,
            @Nullable Double score,
            @Nullable Double latencyMillis,
            @Nullable Double availability,
            @Nullable Double cost,
            @Nullable Double energyPercent,
            @Nullable Double ageSeconds,
            @Nullable Double validSeconds,
            String basis,
            String why) {}

    private static final double MILLIS_OF_SECOND = 1_000.0;

    /** @param bids by cluster; a cluster without one did not answer */
    public static RequestExplanation of(
            Policy policy, ClusterLevelExpression clusters, Map<String, Bid> bids, ClusterRanker ranker, Instant now) {
        List<Level> levels = new ArrayList<>();
        for (List<String> names : clusters.levels()) {
            levels.add(new Level(levels.size(), level(policy, names, bids, ranker, now)));
        }
        return new RequestExplanation(policy.type(), levels);
    }

    private static List<Cluster> level(
            Policy policy, List<String> names, Map<String, Bid> bids, ClusterRanker ranker, Instant now) {
        List<Bid> given = new ArrayList<>();
        List<Cluster> refused = new ArrayList<>();
        for (String name : names) {
            Bid bid = bids.get(name);
            if (bid == null) {
                refused.add(unanswered(name));
            } else if (bid.isAccepted()) {
                given.add(bid);
            } else {
                refused.add(cluster(bid, null, bid.refusal(), Double.NaN, "", now));
            }
        }
        List<Cluster> all = new ArrayList<>();
        for (RankedCluster ranked : ranker.rank(policy, given)) {
            all.add(cluster(ranked.bid(), all.size() + 1, null, ranked.score(), ranked.why(), now));
        }
        all.addAll(refused);
        return all;
    }

    private static Cluster unanswered(String name) {
        return new Cluster(
                name, null, "no answer before the deadline", null, null, null, null, null, null, null, null, "", "");
    }

    private static Cluster cluster(
            Bid bid, @Nullable Integer rank, @Nullable String filter, double score, String why, Instant now) {
        return new Cluster(
                bid.cluster(),
                rank,
                filter,
                bid.fits(),
                known(score),
                known(bid.latencyMillis()),
                known(bid.availability()),
                known(bid.cost()),
                known(bid.energyPercent()),
                Math.max(0, Duration.between(bid.at(), now).toMillis() / MILLIS_OF_SECOND),
                bid.validFor().isZero() ? null : bid.validFor().toMillis() / MILLIS_OF_SECOND,
                bid.basis(),
                why);
    }

    private static @Nullable Double known(double figure) {
        return Double.isFinite(figure) ? figure : null;
    }
}
