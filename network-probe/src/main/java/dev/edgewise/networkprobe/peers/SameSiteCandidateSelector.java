package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.estimation.SiteDistanceMap;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds out which nodes are at the same site: each node measures two others, one after the other, that see the
 * landmarks alike.
 */
final class SameSiteCandidateSelector {
    private static final int TRIES = 2;

    private final RttEstimator estimator;

    SameSiteCandidateSelector(RttEstimator estimator) {
        this.estimator = estimator;
    }

    /** Returns the next candidate of each node that has tries left, and counts who measures it. */
    List<NodePair> candidates(Collection<PlannerNode> probers, MeasurerCounts measurers) {
        List<NodePair> chosen = new ArrayList<>();
        Set<NodePair> taken = new HashSet<>();
        for (PlannerNode prober : probers) {
            if (!isSearching(prober)) {
                continue;
            }
            prober.mateTries++;
            PlannerNode nearest = nearest(prober, probers, taken, measurers);
            if (nearest != null) {
                measurers.add(nearest.node);
                prober.left--;
                chosen.add(new NodePair(prober.node, nearest.node));
                taken.add(new NodePair(nearest.node, prober.node));
            }
        }
        return chosen;
    }

    /** Whether a node has tries and budget left. */
    static boolean isSearching(PlannerNode prober) {
        return prober.mateTries < TRIES && prober.left > 0;
    }

    private @Nullable PlannerNode nearest(
            PlannerNode prober, Collection<PlannerNode> probers, Set<NodePair> taken, MeasurerCounts measurers) {
        SiteDistanceMap map = estimator.map();
        int site = map.siteOf(prober.node);
        PlannerNode nearest = null;
        double least = Double.POSITIVE_INFINITY;
        for (PlannerNode other : probers) {
            double distance = Landmarks.distance(prober, other);
            if (distance < least
                    && other != prober
                    && measurers.hasRoom(other.node)
                    && (site < 0 || map.siteOf(other.node) != site)
                    && estimator.measured(prober.node, other.node) < 0
                    && !taken.contains(new NodePair(prober.node, other.node))) {
                nearest = other;
                least = distance;
            }
        }
        return nearest;
    }
}
