package dev.edgewise.networkprobe.estimation;

import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Coordinates of the sites, averaged. Vivaldi never comes to rest; the geometric mean over snapshots of its movement is
 * a better distance than any of them. Nodes remember where their site was, so that the next replay starts from there.
 */
final class SiteCoordinates {
    private static final int COLD_REPLAYS = 40;
    private static final int WARM_REPLAYS = 8;
    private static final double GAIN = 0.25;
    private static final int SNAPSHOTS = 6;
    private static final int BETWEEN_SNAPSHOTS = 2;
    private static final double SNAPSHOT_GAIN = 0.1;
    /** Bounds the work in a graph that has become dense. */
    private static final int MOST_SAMPLES = 64;

    private final SiteGraph graph;
    private final Vivaldi.Snapshot[] snapshots;
    private final Vivaldi.@Nullable Coordinate[] byNode;

    private SiteCoordinates(SiteGraph graph, Vivaldi.Snapshot[] snapshots, Vivaldi.@Nullable Coordinate[] byNode) {
        this.graph = graph;
        this.snapshots = snapshots;
        this.byNode = byNode;
    }

    static SiteCoordinates none() {
        return new SiteCoordinates(SiteGraph.none(), new Vivaldi.Snapshot[0], new Vivaldi.Coordinate[0]);
    }

    /** Starts from where the nodes were; from scratch when most sites are new. */
    static SiteCoordinates of(SiteGraph graph, SiteMembership sites, SiteCoordinates before, RandomGenerator random) {
        Vivaldi vivaldi = new Vivaldi(graph, random);
        int samples = Math.min(MOST_SAMPLES, graph.medianDegree());
        int placed = before.place(vivaldi, sites);
        vivaldi.replay(2 * placed < sites.count() ? COLD_REPLAYS : WARM_REPLAYS, samples, GAIN);
        Vivaldi.Snapshot[] snapshots = new Vivaldi.Snapshot[SNAPSHOTS];
        for (int snapshot = 0; snapshot < SNAPSHOTS; snapshot++) {
            vivaldi.replay(BETWEEN_SNAPSHOTS, samples, SNAPSHOT_GAIN);
            snapshots[snapshot] = vivaldi.snapshot();
        }
        return new SiteCoordinates(graph, snapshots, byNode(vivaldi, graph, sites));
    }

    /** The distance of two sites in µs, 0 if one of them has no measured neighbour. */
    double micros(int first, int second) {
        if (graph.degree(first) == 0 || graph.degree(second) == 0) {
            return 0;
        }
        double product = 1;
        for (Vivaldi.Snapshot snapshot : snapshots) {
            product *= snapshot.distance(first, second);
        }
        return 1e3 * Math.cbrt(Math.sqrt(product)); // the sixth root
    }

    /** Coordinate of the site of a node; null if that is not known. */
    Vivaldi.@Nullable Coordinate ofNode(int node) {
        return node < byNode.length ? byNode[node] : null;
    }

    private int place(Vivaldi vivaldi, SiteMembership sites) {
        int placed = 0;
        for (int site = 0; site < sites.count(); site++) {
            for (int node : sites.members(site)) {
                Vivaldi.Coordinate known = ofNode(node);
                if (known != null) {
                    vivaldi.place(site, known);
                    placed++;
                    break;
                }
            }
        }
        return placed;
    }

    private static Vivaldi.@Nullable Coordinate[] byNode(Vivaldi vivaldi, SiteGraph graph, SiteMembership sites) {
        Vivaldi.@Nullable Coordinate[] byNode = new Vivaldi.Coordinate[sites.capacity()];
        for (int site = 0; site < sites.count(); site++) {
            if (graph.degree(site) > 0) {
                Vivaldi.Coordinate coordinate = vivaldi.coordinate(site);
                for (int node : sites.members(site)) {
                    byNode[node] = coordinate;
                }
            }
        }
        return byNode;
    }
}
