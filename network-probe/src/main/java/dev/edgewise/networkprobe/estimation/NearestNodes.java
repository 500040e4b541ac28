package dev.edgewise.networkprobe.estimation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;

/**
 * Orders all other nodes by how far they are from one. What holds for a whole site is worked out once for all its
 * nodes, and a candidate is one sortable number: its distance, then which node it is.
 */
final class NearestNodes {
    private final NodeNumbers nodes;
    private final MeasuredPairs pairs;
    private final PairEstimates estimates;
    private final SiteDistanceMap map;
    private final double[] ofSite;
    private long[] candidates = new long[256];
    private int count;

    NearestNodes(NodeNumbers nodes, MeasuredPairs pairs, PairEstimates estimates) {
        this.nodes = nodes;
        this.pairs = pairs;
        this.estimates = estimates;
        this.map = estimates.map();
        this.ofSite = new double[map.sites()];
    }

    /**
     * Finds up to {@code most} matching nodes, the nearest first; of those equally far, the one that was known first.
     */
    List<Neighbour> find(int from, int most, Predicate<String> wanted) {
        collect(from);
        Arrays.sort(candidates, 0, count);
        List<Neighbour> nearest = new ArrayList<>();
        for (int i = 0; i < count && nearest.size() < most; i++) {
            int to = (int) candidates[i];
            String name = nodes.name(to);
            Estimate estimate = name != null && wanted.test(name) ? estimates.find(from, to) : null;
            if (name != null && estimate != null) {
                nearest.add(new Neighbour(name, estimate));
            }
        }
        return nearest;
    }

    private void collect(int from) {
        int site = map.siteOf(from);
        for (int to = 0; to < nodes.capacity(); to++) {
            double micros = to == from ? 0 : micros(from, site, to);
            if (micros > 0) {
                add(micros, to);
            }
        }
    }

    /** 0 if nothing is known. */
    private double micros(int from, int site, int to) {
        int measured = pairs.micros(from, to);
        int other = map.siteOf(to);
        if (measured >= 0 || site < 0 || other < 0) {
            return measured;
        }
        if (ofSite[other] == 0) {
            ofSite[other] = map.between(site, other).micros();
        }
        return ofSite[other];
    }

    private void add(double micros, int to) {
        if (count == candidates.length) {
            candidates = Arrays.copyOf(candidates, 2 * count);
        }
        // The bits of positive floats are ordered as the floats are.
        candidates[count++] = (long) Float.floatToIntBits((float) micros) << 32 | to;
    }
}
