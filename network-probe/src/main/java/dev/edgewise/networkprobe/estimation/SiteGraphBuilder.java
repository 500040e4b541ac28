package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;

/**
 * Takes medians of the measured pairs between each two sites. A measurement is one sortable number: from site, to site,
 * µs, fresh or not; so that a million of them are grouped by one sort of primitives.
 */
final class SiteGraphBuilder {
    private static final int VALUE_BITS = 31;
    /** The square of more does not fit into the bits that the value leaves. */
    private static final int MOST_SITES = 46_340;

    private static final double SAME_DIRECTIONS = 1.1;

    private final SiteMembership sites;
    private final int freshFrom;
    private long[] entries = new long[1024];
    private int count;

    private SiteGraphBuilder(SiteMembership sites, int freshFrom) {
        this.sites = sites;
        this.freshFrom = freshFrom;
    }

    /** The graph of these sites; what was measured before {@code freshFrom}, in seconds, is not fresh. */
    static SiteGraph build(MeasuredPairs pairs, SiteMembership sites, int freshFrom) {
        if (sites.count() > MOST_SITES) {
            throw new IllegalStateException(
                    "The nodes form " + sites.count() + " sites: more than " + MOST_SITES + " cannot be estimated");
        }
        SiteGraphBuilder builder = new SiteGraphBuilder(sites, freshFrom);
        pairs.forEach(builder::add);
        return builder.build(new DirectionRatios(pairs, sites));
    }

    private void add(int first, int second, int forward, int backward, int seconds) {
        int a = sites.of(first);
        int b = sites.of(second);
        if (a < 0 || b < 0) {
            return;
        }
        int micros = backward < 0 ? forward : (int) (((long) forward + backward) / 2);
        append(a, b, micros, seconds >= freshFrom);
        if (a != b) {
            append(b, a, micros, seconds >= freshFrom);
        }
    }

    private void append(int from, int to, int micros, boolean isFresh) {
        if (count == entries.length) {
            entries = Arrays.copyOf(entries, 2 * count);
        }
        long key = (long) from * sites.count() + to;
        entries[count++] = (key << VALUE_BITS | micros) << 1 | (isFresh ? 1 : 0);
    }

    private SiteGraph build(DirectionRatios directions) {
        Arrays.sort(entries, 0, count);
        int m = sites.count();
        int[] starts = new int[m + 1];
        int[] within = new int[m];
        int[] neighbours = new int[count];
        int[] medians = new int[count];
        boolean[] fresh = new boolean[count];
        float[] ratios = new float[count];
        int edges = 0;
        for (int begin = 0, end; begin < count; begin = end) {
            end = endOfGroup(begin);
            int from = (int) (key(begin) / m);
            int to = (int) (key(begin) % m);
            if (from == to) {
                within[from] = median(begin, end);
                continue;
            }
            neighbours[edges] = to;
            medians[edges] = median(begin, end);
            fresh[edges] = anyFresh(begin, end);
            ratios[edges] = shareOf(directions.ratio(from, to));
            starts[from + 1] = ++edges;
        }
        for (int site = 0; site < m; site++) {
            starts[site + 1] = Math.max(starts[site + 1], starts[site]);
        }
        return new SiteGraph(
                starts,
                Arrays.copyOf(neighbours, edges),
                Arrays.copyOf(medians, edges),
                Arrays.copyOf(fresh, edges),
                Arrays.copyOf(ratios, edges),
                within);
    }

    /** Share of a direction in the mean of both; 1 where these are about the same. */
    private static float shareOf(double ratio) {
        return (float) (ratio > SAME_DIRECTIONS || ratio < 1 / SAME_DIRECTIONS ? 2 * ratio / (1 + ratio) : 1);
    }

    private int endOfGroup(int begin) {
        int end = begin + 1;
        while (end < count && key(end) == key(begin)) {
            end++;
        }
        return end;
    }

    private long key(int entry) {
        return entries[entry] >>> VALUE_BITS + 1;
    }

    private int micros(int entry) {
        return (int) (entries[entry] >>> 1 & Integer.MAX_VALUE);
    }

    private int median(int begin, int end) {
        int middle = (begin + end) >>> 1;
        boolean odd = (end - begin) % 2 == 1;
        return odd ? micros(middle) : (int) (((long) micros(middle - 1) + micros(middle)) / 2);
    }

    private boolean anyFresh(int begin, int end) {
        for (int entry = begin; entry < end; entry++) {
            if ((entries[entry] & 1) == 1) {
                return true;
            }
        }
        return false;
    }
}
