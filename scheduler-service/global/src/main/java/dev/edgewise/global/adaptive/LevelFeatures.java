package dev.edgewise.global.adaptive;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestQueuePriority;
import dev.edgewise.global.policy.Bid;
import dev.edgewise.global.policy.LevelBids;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Describes a level of a request by figures from 0 to 1, all of which are known before its clusters are ranked. */
final class LevelFeatures {
    static final List<String> NAMES =
            List.of("bias", "level", "clusters", "free", "free-spread", "delay-spread", "cost-spread", "fast");

    private static final double LAST_LEVEL = 4;
    private static final double MOST_CLUSTERS = 8;

    private LevelFeatures() {}

    static double[] of(GlobalRequest request, LevelBids level) {
        List<Bid> bids = level.bids().stream().filter(Bid::isAccepted).toList();
        double free = bids.stream()
                .mapToDouble(Bid::availability)
                .filter(Double::isFinite)
                .average()
                .orElse(0.5);
        return new double[] {
            1,
            Math.min(1, level.level() / LAST_LEVEL),
            Math.min(1, bids.size() / MOST_CLUSTERS),
            free,
            spread(bids, Bid::availability),
            spread(bids, Bid::latencyMillis),
            spread(bids, Bid::cost),
            request.spec().priority() == RequestQueuePriority.BASE ? 0 : 1
        };
    }

    /** Returns (largest - smallest) / largest of the figures; 0 where fewer than two are known. */
    private static double spread(List<Bid> bids, ToDoubleFunction<Bid> figure) {
        double[] known = bids.stream()
                .mapToDouble(figure)
                .filter(Double::isFinite)
                .sorted()
                .toArray();
        double largest = known.length < 2 ? 0 : known[known.length - 1];
        return largest <= 0 ? 0 : (largest - Math.max(0, known[0])) / largest;
    }
}
