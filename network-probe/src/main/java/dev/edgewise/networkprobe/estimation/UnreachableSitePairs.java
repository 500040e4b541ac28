package dev.edgewise.networkprobe.estimation;

import java.util.HashMap;
import java.util.Map;

/** Pairs of sites of which some nodes were probed and none answers: taken for unreachable as a whole. */
final class UnreachableSitePairs {
    private final SiteDistanceMap map;
    /** Time when a pair of nodes last did not answer, in s. */
    private final Map<Long, Integer> newest = new HashMap<>();

    UnreachableSitePairs(SiteDistanceMap map) {
        this.map = map;
    }

    static UnreachableSitePairs of(UnansweredPairs silence, SiteDistanceMap map) {
        UnreachableSitePairs sites = new UnreachableSitePairs(map);
        silence.forEachPair((from, to, kind, seconds) -> sites.add(map.siteOf(from), map.siteOf(to), seconds));
        return sites;
    }

    void add(int first, int second, int seconds) {
        if (first >= 0 && second >= 0 && first != second && !map.measured(first, second)) {
            newest.merge(key(first, second), seconds, Math::max);
        }
    }

    void remove(int first, int second) {
        newest.remove(key(first, second));
    }

    boolean contains(int first, int second) {
        return newest.containsKey(key(first, second));
    }

    /** Whether nodes of these sites were tried since a time, without an answer. */
    boolean triedSince(int first, int second, int seconds) {
        Integer tried = newest.get(key(first, second));
        return tried != null && tried >= seconds;
    }

    private static long key(int first, int second) {
        return (long) Math.min(first, second) << 32 | Math.max(first, second);
    }
}
