package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;
import java.util.List;
import java.util.function.IntFunction;

/** The sites, and the distances between them, by the measurements up to a refresh. Nodes and sites are numbers. */
public final class SiteDistanceMap {
    /** Round-trip time within a site without measurements, in µs. */
    private static final double WITHIN_SITE = 1_000;

    private static final double AGREEMENT = 0.25;
    private static final int MOST_ROWS = 1024;
    private static final int[] UNKNOWN = new int[0];

    private final SiteMembership sites;
    private final SiteGraph graph;
    private final SiteCoordinates coordinates;
    private final ShortestPaths paths;
    private final int[][] rows;
    private int cached;

    /** An estimate without bounds, in µs; 0 if nothing is known. */
    public record Middle(double micros, EstimateBasis basis) {}

    SiteDistanceMap(SiteMembership sites, SiteGraph graph, SiteCoordinates coordinates) {
        this.sites = sites;
        this.graph = graph;
        this.coordinates = coordinates;
        this.paths = new ShortestPaths(graph);
        this.rows = new int[graph.sites()][];
        Arrays.fill(rows, UNKNOWN);
    }

    static SiteDistanceMap empty() {
        return new SiteDistanceMap(SiteMembership.none(), SiteGraph.none(), SiteCoordinates.none());
    }

    /** Number of sites, numbered from 0. */
    public int sites() {
        return sites.count();
    }

    /** The site of a node; −1 if it is new since the refresh or left. */
    public int siteOf(int node) {
        return sites.of(node);
    }

    /** The nodes at a site; not to be changed. */
    public int[] members(int site) {
        return sites.members(site);
    }

    /** Pairs that hold a site together and are due to be measured again. */
    public List<NodePair> dueLinks() {
        return sites.dueLinks();
    }

    /** Whether a pair of nodes of these two sites was measured, and not so long ago that it is due again. */
    public boolean fresh(int first, int second) {
        int edge = graph.edge(first, second);
        return edge >= 0 && graph.fresh(edge);
    }

    /** Whether any pair of nodes of these two sites is measured. */
    public boolean measured(int first, int second) {
        return graph.edge(first, second) >= 0;
    }

    /** The estimate from a site to another, or within one. */
    public Middle between(int from, int to) {
        if (from == to) {
            return new Middle(graph.within(from) > 0 ? graph.within(from) : WITHIN_SITE, EstimateBasis.SAME_SITE);
        }
        int edge = graph.edge(from, to);
        if (edge >= 0) {
            return new Middle(graph.directed(edge), EstimateBasis.SITE_PAIR);
        }
        int[] known = rows[to];
        return blend(known == UNKNOWN ? row(from)[to] : known[from], coordinates.micros(from, to));
    }

    /** Estimates from a site after a search that follows this many edges at most; good until the next call. */
    public IntFunction<Middle> reach(int from, int effort) {
        int[] lengths = paths.search(from, effort);
        return to -> {
            int edge = graph.edge(from, to);
            return edge >= 0
                    ? new Middle(graph.directed(edge), EstimateBasis.SITE_PAIR)
                    : blend(lengths[to], coordinates.micros(from, to));
        };
    }

    SiteCoordinates coordinates() {
        return coordinates;
    }

    SiteMembership sitesNow() {
        return sites;
    }

    private static Middle blend(int path, double distance) {
        if (path == ShortestPaths.NONE || distance == 0) {
            return new Middle(path == ShortestPaths.NONE ? distance : path, EstimateBasis.DIFFERING);
        }
        boolean agree = Math.abs(Math.log(path / distance)) <= AGREEMENT;
        return new Middle(Math.sqrt(path * distance), agree ? EstimateBasis.AGREEING : EstimateBasis.DIFFERING);
    }

    private int[] row(int from) {
        int[] row = rows[from];
        if (row == UNKNOWN) {
            if (cached++ == MOST_ROWS) {
                Arrays.fill(rows, UNKNOWN);
                cached = 1;
            }
            row = paths.search(from, Integer.MAX_VALUE).clone();
            rows[from] = row;
        }
        return row;
    }
}
