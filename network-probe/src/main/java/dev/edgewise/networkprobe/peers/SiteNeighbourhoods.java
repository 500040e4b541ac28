package dev.edgewise.networkprobe.peers;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The sites that see the landmarks most alike, for clusters in which all pairs of sites are too many. */
final class SiteNeighbourhoods {
    private final @Nullable PlannerNode[] bySite;
    private final int most;

    /** @param bySite one node of each site; null where none is healthy */
    SiteNeighbourhoods(@Nullable PlannerNode[] bySite, int most) {
        this.bySite = bySite;
        this.most = most;
    }

    /** The nearest sites of a site, in no order. */
    int[] nearest(int site) {
        PlannerNode prober = bySite[site];
        if (prober == null) {
            return new int[0];
        }
        PriorityQueue<long[]> nearest = new PriorityQueue<>((a, b) -> Long.compare(b[0], a[0]));
        long worst = Long.MAX_VALUE;
        for (int other = 0; other < bySite.length; other++) {
            PlannerNode candidate = bySite[other];
            if (candidate == null || other == site) {
                continue;
            }
            long distance = Double.doubleToLongBits(Landmarks.distance(prober, candidate));
            if (distance < worst) {
                nearest.add(new long[] {distance, other});
                if (nearest.size() > most) {
                    nearest.remove();
                    worst = nearest.element()[0];
                }
            }
        }
        return nearest.stream().mapToInt(entry -> (int) entry[1]).toArray();
    }
}
