package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.rtt.RttRow;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * How far nodes are from the nearest of a need's origins. Reads the origins' sorted rows, and remembers what it read, so
 * that a workload with many pods costs little more than a node. Serves one decision, on one thread.
 */
final class Distances {
    /** The time to a node that no need is judged by from any origin. */
    static final long UNKNOWN = Long.MAX_VALUE;

    private final List<Reference.Origin> origins;
    private final DelayNeed need;
    private final Map<String, Long> learned = new HashMap<>();
    /** An origin that is none, for now. */
    private @Nullable String left;
    /** Whether each time that is known is a measured one, and good enough. */
    private final boolean certain;

    Distances(List<Reference.Origin> origins, DelayNeed need) {
        this.origins = origins;
        this.need = need;
        this.certain = origins.stream().allMatch(origin -> isCertain(origin.row()));
    }

    private boolean isCertain(@Nullable RttRow row) {
        return row == null || !row.hasEstimates() && row.isFlawless(need.quality());
    }

    /** Micros from the nearest origin to the node; 0 on an origin itself, {@link #UNKNOWN} if no time counts. */
    long to(String node) {
        Long known = node.equals(left) ? null : learned.get(node);
        if (known != null) {
            return known;
        }
        long nearest = UNKNOWN;
        for (Reference.Origin origin : origins) {
            nearest = Math.min(nearest, between(origin, node));
        }
        return nearest;
    }

    /** The origin that {@link #to} is measured from, the node itself included; if no time counts, any that one is known of. */
    Reference.@Nullable Origin nearest(String node) {
        Reference.Origin nearest = null;
        long least = UNKNOWN;
        for (Reference.Origin origin : origins) {
            long micros = between(origin, node);
            if (micros < least || nearest == null || least == UNKNOWN && timeOf(nearest, node) == null) {
                nearest = origin;
                least = micros;
            }
        }
        return nearest;
    }

    /** Judges the way to that node, the only one that is asked about meanwhile, as if it were no origin; null ends that. */
    void leave(@Nullable String node) {
        left = node;
    }

    /** Whether the only origin is none, for now. */
    boolean isNowhere() {
        return left != null && origins.size() == 1;
    }

    /** The likeliest of the ways to the node that may be within the need though none counts as such; null if none may. */
    @Nullable
    Doubt doubt(String node) {
        Doubt likeliest = null;
        for (Reference.Origin origin : origins) {
            Rtt rtt = timeOf(origin, node);
            if (rtt != null && rtt.mayBeWithin(need.micros(), need.quality())) {
                long likely = rtt.likely(need.quality().percentile());
                if (likeliest == null || likely < likeliest.micros()) {
                    likeliest = new Doubt(
                            origin.node(), node, likely, need.quality().leastSamples());
                }
            }
        }
        return likeliest;
    }

    /**
     * What keeps a node that is not within the need from it, of the way that comes nearest.
     *
     * @param micros what {@link #to} says of the node
     */
    Obstacle obstacle(String node, long micros) {
        if (certain) {
            return micros == UNKNOWN ? Obstacle.UNKNOWN : Obstacle.TOO_FAR;
        }
        Obstacle least = Obstacle.UNKNOWN;
        for (Reference.Origin origin : origins) {
            Obstacle obstacle = Obstacle.of(timeOf(origin, node), need);
            least = obstacle.compareTo(least) < 0 ? obstacle : least;
        }
        return least;
    }

    /** An upper bound of how many nodes are within the need. */
    int countWithin() {
        int count = 0;
        for (Reference.Origin origin : origins) {
            RttRow row = origin.row();
            count += 1
                    + (row == null
                            ? 0
                            : row.within(need.micros(), need.quality().percentile())
                                    .size());
        }
        return count;
    }

    /** Names of the nodes within the need, nearest first. */
    Iterator<String> nearestFirst() {
        NearestFirst near = new NearestFirst(origins, need.micros(), need.quality());
        return Iterators.map(near, this::learn);
    }

    /** Learns the distances of at least that many of the nearest nodes, if several origins make asking for them dear. */
    void learn(int nodes) {
        if (origins.size() > 1) {
            Iterator<String> nearest = nearestFirst();
            while (learned.size() < nodes && nearest.hasNext()) {
                nearest.next();
            }
        }
    }

    private static @Nullable Rtt timeOf(Reference.Origin origin, String node) {
        RttRow row = origin.row();
        return row == null ? null : row.to(node);
    }

    private String learn(NearestFirst.Near near) {
        learned.put(near.node(), near.micros());
        return near.node();
    }

    private long between(Reference.Origin origin, String node) {
        if (origin.node().equals(node)) {
            return node.equals(left) ? UNKNOWN : 0;
        }
        Rtt rtt = timeOf(origin, node);
        return rtt == null || rtt.flaw(need.quality()) != null
                ? UNKNOWN
                : rtt.micros(need.quality().percentile());
    }
}
