package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.plugins.delay.MissingMeasurementFinder.UndecidedPair;
import dev.edgewise.scheduler.signals.rtt.NearestDistances;
import dev.edgewise.scheduler.signals.rtt.NodeNumbers;
import dev.edgewise.scheduler.signals.rtt.NodesWithinDelayBound;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttRow;
import dev.edgewise.scheduler.signals.rtt.UncertainPaths;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The distances of nodes from the nearest of a need's origins, computed once for all pods with that reference. Serves
 * one decision, on one thread.
 */
final class ReferenceDistances {
    /** The time to a node that no need is judged by from any origin. */
    static final long UNKNOWN = NearestDistances.UNKNOWN;

    private final DelayReference reference;
    private final DelayNeed need;
    private final NearestDistances nearest;
    private @Nullable List<DelayReference.Origin> origins;
    /** The node that the reference's pods count as having left while a node is checked. */
    private @Nullable String leftNode;

    ReferenceDistances(DelayReference reference, DelayNeed need) {
        this.reference = reference;
        this.need = need;
        this.nearest = reference.nearest(need.quality());
    }

    /** Micros from the nearest origin to the node; 0 on an origin itself, {@link #UNKNOWN} if no time counts. */
    long to(String node) {
        return node.equals(leftNode) ? distanceToLeftNode(node) : nearest.micros(nearest.numberOf(node));
    }

    /** Returns the distance to a node by its number. */
    long to(int node) {
        return nearest.micros(node);
    }

    /**
     * The origin that {@link #to} is measured from, the node itself included; if no time counts, any that one is known
     * of.
     */
    DelayReference.@Nullable Origin nearest(String node) {
        int number = nearest.numberOf(node);
        List<DelayReference.Origin> all = origins();
        if (nearest.micros(number) != UNKNOWN) {
            return all.get(nearest.origin(number));
        }
        for (DelayReference.Origin origin : all) {
            if (timeOf(origin, node) != null) {
                return origin;
            }
        }
        return all.isEmpty() ? null : all.get(0);
    }

    /**
     * Judges the path to that node, the only one that is asked about meanwhile, as if the reference's pods had left it;
     * null ends that.
     */
    void setLeftNode(@Nullable String node) {
        leftNode = node;
    }

    /** Returns whether one of the nodes is judged as if the reference's pods had left it, see {@link #setLeftNode}. */
    boolean hasLeftNode() {
        return leftNode != null;
    }

    /** Returns whether the reference's pods count as having left the only origin. */
    boolean isOnlyOriginLeft() {
        return leftNode != null && reference.nodes().size() == 1;
    }

    /**
     * The likeliest of the ways to the node that may be within the need though none counts as such; null if none may.
     */
    @Nullable
    UndecidedPair undecided(String node) {
        if (!isUndecided(nearest.numberOf(node))) {
            return null;
        }
        UndecidedPair likeliest = null;
        for (DelayReference.Origin origin : origins()) {
            Rtt rtt = timeOf(origin, node);
            if (rtt != null && rtt.mayBeWithin(need.micros(), need.quality())) {
                long likely = rtt.likely(need.quality().percentile());
                if (likeliest == null || likely < likeliest.micros()) {
                    likeliest = new UndecidedPair(
                            origin.node(), node, likely, need.quality().leastSamples());
                }
            }
        }
        return likeliest;
    }

    private boolean isUndecided(int node) {
        UncertainPaths uncertain = nearest.uncertain();
        return uncertain != null
                && (uncertain.mayBeMeasuredWithin(node, need.micros())
                        || uncertain.mayBeSampledWithin(node, need.micros())
                        || uncertain.mayBeRenewedWithin(node, need.micros()));
    }

    /** Returns the reason why a node is not within the need, for the path that comes nearest. */
    UnmetDelayNeedReason obstacle(String node) {
        if (!node.equals(leftNode)) {
            return obstacle(nearest.numberOf(node));
        }
        UnmetDelayNeedReason least = UnmetDelayNeedReason.UNKNOWN;
        for (DelayReference.Origin origin : origins()) {
            UnmetDelayNeedReason obstacle = UnmetDelayNeedReason.of(timeOf(origin, node), need);
            least = obstacle.compareTo(least) < 0 ? obstacle : least;
        }
        return least;
    }

    /** Returns the reason for a node by its number. */
    UnmetDelayNeedReason obstacle(int node) {
        return UnmetDelayNeedReason.of(nearest, node, need.micros());
    }

    /**
     * Returns how many of the nodes are not within the need for which reason, counted at the reason's place among
     * {@link UnmetDelayNeedReason}s.
     */
    int[] countObstacles(NodeNumbers nodes) {
        int[] counts = new int[UnmetDelayNeedReason.values().length];
        if (nearest.uncertain() == null) {
            int unknown = nearest.countUnknown(nodes);
            counts[UnmetDelayNeedReason.UNKNOWN.ordinal()] = unknown;
            counts[UnmetDelayNeedReason.TOO_FAR.ordinal()] =
                    nodes.size() - unknown - nearest.countWithin(need.micros(), nodes);
            return counts;
        }
        for (int i = 0; i < nodes.size(); i++) {
            if (to(nodes.at(i)) > need.micros()) {
                counts[obstacle(nodes.at(i)).ordinal()]++;
            }
        }
        return counts;
    }

    /** The nodes within the need, of the cluster or not. */
    NodesWithinDelayBound within() {
        return nearest.within(need.micros());
    }

    private long distanceToLeftNode(String node) {
        long micros = UNKNOWN;
        for (DelayReference.Origin origin : origins()) {
            Rtt rtt = origin.node().equals(node) ? null : timeOf(origin, node);
            if (rtt != null && rtt.flaw(need.quality()) == null) {
                micros = Math.min(micros, rtt.micros(need.quality().percentile()));
            }
        }
        return micros;
    }

    private List<DelayReference.Origin> origins() {
        List<DelayReference.Origin> all = origins;
        if (all == null) {
            all = reference.origins();
            origins = all;
        }
        return all;
    }

    private static @Nullable Rtt timeOf(DelayReference.Origin origin, String node) {
        RttRow row = origin.row();
        return row == null ? null : row.to(node);
    }
}
