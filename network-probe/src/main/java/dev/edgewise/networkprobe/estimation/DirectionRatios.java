package dev.edgewise.networkprobe.estimation;

import java.util.HashMap;
import java.util.Map;

/**
 * Ratio of the two directions between two sites: the geometric mean over those pairs of nodes that were measured both
 * ways. Medians of different pairs would differ by the pairs, not by the direction.
 */
final class DirectionRatios {
    private record SitePair(int from, int to) {}

    private record Sum(double logs, int count) {
        Sum plus(Sum other) {
            return new Sum(logs + other.logs, count + other.count);
        }
    }

    private final Map<SitePair, Sum> sums = new HashMap<>();

    DirectionRatios(MeasuredPairs pairs, SiteMembership sites) {
        pairs.forEach((first, second, forward, backward, seconds) -> {
            if (backward > 0 && forward != backward) {
                double log = Math.log((double) forward / backward);
                sums.merge(new SitePair(sites.of(first), sites.of(second)), new Sum(log, 1), Sum::plus);
            }
        });
    }

    /** Ratio of the way there to the way back; 1 if nothing was measured both ways. */
    double ratio(int from, int to) {
        if (sums.isEmpty()) {
            return 1;
        }
        Sum there = sums.getOrDefault(new SitePair(from, to), new Sum(0, 0));
        Sum back = sums.getOrDefault(new SitePair(to, from), new Sum(0, 0));
        int count = there.count + back.count;
        return count == 0 ? 1 : Math.exp((there.logs - back.logs) / count);
    }
}
