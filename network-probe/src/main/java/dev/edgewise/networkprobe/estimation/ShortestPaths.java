package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;

/**
 * Shortest paths over measured pairs of sites, a row at a time (Dijkstra 1959). Sums of whole µs, so that a path is as
 * long as the way back. Lengths past {@link Integer#MAX_VALUE} µs count as none.
 */
final class ShortestPaths {
    static final int NONE = Integer.MAX_VALUE;

    private final SiteGraph graph;
    private final int[] lengths;
    private final boolean[] settled;
    private long[] heap = new long[64];
    private int heapSize;

    ShortestPaths(SiteGraph graph) {
        this.graph = graph;
        this.lengths = new int[graph.sites()];
        this.settled = new boolean[graph.sites()];
    }

    /**
     * Searches from a site until all is found or the effort is spent.
     *
     * @param effort how many edges to follow at most; what was not settled then holds the best path found so far
     * @return the length to each site in µs, {@link #NONE} where no path is known; valid until the next search
     */
    int[] search(int from, int effort) {
        Arrays.fill(lengths, NONE);
        Arrays.fill(settled, false);
        heapSize = 0;
        lengths[from] = 0;
        push(from);
        int left = effort;
        while (heapSize > 0 && left >= 0) {
            int site = (int) pop();
            if (!settled[site]) {
                settled[site] = true;
                left -= graph.degree(site);
                relax(site);
            }
        }
        return lengths;
    }

    /** Whether the length of the last search to a site is final. */
    boolean settled(int site) {
        return settled[site];
    }

    private void relax(int site) {
        int end = graph.start(site) + graph.degree(site);
        for (int edge = graph.start(site); edge < end; edge++) {
            int next = graph.neighbour(edge);
            int length = lengths[site] + graph.median(edge);
            if (length >= 0 && length < lengths[next]) {
                lengths[next] = length;
                push(next);
            }
        }
    }

    private void push(int site) {
        if (heapSize == heap.length) {
            heap = Arrays.copyOf(heap, 2 * heapSize);
        }
        long entry = (long) lengths[site] << 32 | site;
        int at = heapSize++;
        while (at > 0 && heap[(at - 1) / 2] > entry) {
            heap[at] = heap[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        heap[at] = entry;
    }

    private long pop() {
        long top = heap[0];
        long last = heap[--heapSize];
        int at = 0;
        for (int child = 1; child < heapSize; child = 2 * at + 1) {
            if (child + 1 < heapSize && heap[child + 1] < heap[child]) {
                child++;
            }
            if (heap[child] >= last) {
                break;
            }
            heap[at] = heap[child];
            at = child;
        }
        heap[at] = last;
        return top;
    }
}
