package dev.edgewise.networkprobe.estimation;

import org.jspecify.annotations.Nullable;

/** The estimates of pairs of nodes as of one refresh; what was measured, or does not answer, counts as of now. */
final class PairEstimates {
    private final MeasuredPairs pairs;
    private final UnansweredPairs silence;
    private final UnreachableSitePairs silentSites;
    private final SiteDistanceMap map;
    private final EstimateBounds bounds;
    private final boolean trusted;
    private final int recentSince;

    /**
     * @param trusted without it only measured pairs have a finite upper bound
     * @param recentSince what was measured before, in seconds, is not as good as new
     */
    PairEstimates(
            MeasuredPairs pairs,
            UnansweredPairs silence,
            SiteDistanceMap map,
            EstimateBounds bounds,
            boolean trusted,
            int recentSince) {
        this.pairs = pairs;
        this.silence = silence;
        this.silentSites = UnreachableSitePairs.of(silence, map);
        this.map = map;
        this.bounds = bounds;
        this.trusted = trusted;
        this.recentSince = recentSince;
    }

    SiteDistanceMap map() {
        return map;
    }

    boolean trusted() {
        return trusted;
    }

    void answered(int from, int to) {
        silence.remove(from, to);
        silentSites.remove(map.siteOf(from), map.siteOf(to));
    }

    void silent(int from, int to, int seconds) {
        silentSites.add(map.siteOf(from), map.siteOf(to), seconds);
    }

    boolean isSilent(int first, int second) {
        return silence.between(first, second) || silentSites.contains(map.siteOf(first), map.siteOf(second));
    }

    boolean areResting(int firstSite, int secondSite) {
        return silentSites.triedSince(firstSite, secondSite, recentSince);
    }

    /** Returns the estimate of a pair; null if nothing is known of it, or it does not answer. */
    @Nullable
    Estimate find(int first, int second) {
        if (isSilent(first, second)) {
            return null;
        }
        int forward = pairs.directed(first, second);
        if (forward >= 0) {
            boolean recent = pairs.seconds(first, second) > recentSince;
            return bounds.around(forward, recent ? EstimateBasis.MEASURED : EstimateBasis.AGED, trusted);
        }
        int backward = pairs.directed(second, first);
        if (backward >= 0) {
            return bounds.around(backward, EstimateBasis.REVERSE, trusted);
        }
        int a = map.siteOf(first);
        int b = map.siteOf(second);
        if (a < 0 || b < 0) {
            return null;
        }
        SiteDistanceMap.Middle middle = map.between(a, b);
        return middle.micros() > 0 ? bounds.around(middle.micros(), middle.basis(), trusted) : null;
    }
}
