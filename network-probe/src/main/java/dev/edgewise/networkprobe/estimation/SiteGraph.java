package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;

/**
 * Measured pairs of sites as a sparse graph: for each site its neighbours in ascending order, the median of the
 * measured pairs of nodes between the two in µs, and whether one of them is fresh. Beside it the median within each
 * site.
 */
@SuppressWarnings("ArrayRecordComponent") // Never compared.
record SiteGraph(int[] starts, int[] neighbours, int[] medians, boolean[] fresh, float[] ratios, int[] within) {
    static SiteGraph none() {
        return new SiteGraph(new int[1], new int[0], new int[0], new boolean[0], new float[0], new int[0]);
    }

    int sites() {
        return starts.length - 1;
    }

    /** The first edge of a site; its edges end before that of the next. */
    int start(int site) {
        return starts[site];
    }

    int degree(int site) {
        return starts[site + 1] - starts[site];
    }

    int neighbour(int edge) {
        return neighbours[edge];
    }

    int median(int edge) {
        return medians[edge];
    }

    boolean fresh(int edge) {
        return fresh[edge];
    }

    /** The edge between two sites, negative if none of their pairs was measured. */
    int edge(int from, int to) {
        return Arrays.binarySearch(neighbours, starts[from], starts[from + 1], to);
    }

    /** The median in the direction of the edge, which is another than back when pairs measured both ways say so. */
    double directed(int edge) {
        return medians[edge] * (double) ratios[edge];
    }

    /** The median of the measured pairs within a site in µs, 0 if there is none. */
    int within(int site) {
        return within[site];
    }

    /** The median number of neighbours of those sites that have one. */
    int medianDegree() {
        int[] degrees = new int[sites()];
        Arrays.setAll(degrees, this::degree);
        int[] sorted =
                Arrays.stream(degrees).filter(degree -> degree > 0).sorted().toArray();
        return sorted.length == 0 ? 0 : sorted[sorted.length / 2];
    }
}
