package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.delay.MissingMeasurementFinder.UndecidedPair;
import dev.edgewise.scheduler.signals.rtt.NodeNumbers;
import dev.edgewise.scheduler.signals.rtt.NodesWithinDelayBound;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Instant;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Checks node by node whether a delay need is met. */
final class DelayNeedCheck {
    private static final long LEAST_BOUND_MICROS = 1_000;

    private final DelayNeed need;
    private final ReferenceDistances distances;
    private final DelayReference reference;
    private final Snapshot snapshot;
    private final NodeNumbers numbers;
    private final Map<UnmetDelayNeedReason, Rejection> rejections = new EnumMap<>(UnmetDelayNeedReason.class);
    /** Number of the reference's pods that count as gone from the node in question. */
    private int gone;

    DelayNeedCheck(DelayNeed need, DelayReference reference, Snapshot snapshot) {
        this.need = need;
        this.reference = reference;
        this.distances = new ReferenceDistances(reference, need);
        this.snapshot = snapshot;
        this.numbers = snapshot.nodeNumbers();
    }

    /** Returns why the reference matches nothing; null if it does match. */
    @Nullable
    String problem() {
        return reference.problem();
    }

    /** Returns the signals about the paths from the reference. */
    List<SignalEvidence> signals(Instant now) {
        return RttSignalEvidenceFactory.of(reference, need.quality(), now);
    }

    /** Returns the signal about the path to a node; null on the reference itself, and without any path. */
    @Nullable
    SignalEvidence signal(String node, Instant now) {
        DelayReference.Origin nearest = distances.nearest(node);
        return nearest == null || nearest.node().equals(node)
                ? null
                : RttSignalEvidenceFactory.of(nearest, node, need.quality(), now);
    }

    @Nullable
    Rejection check(NodeState node) {
        if (isMet(node)) {
            return null;
        }
        if (distances.isOnlyOriginLeft()) {
            return Rejection.unresolvable(DelayPlugin.NAME, DelayReference.notRunning(need.reference()));
        }
        return rejection(obstacle(node));
    }

    Rejection rejection(UnmetDelayNeedReason obstacle) {
        return rejections.computeIfAbsent(obstacle, of -> Rejection.unresolvable(DelayPlugin.NAME, of.words(need)));
    }

    /** Returns why the node of that number is not within the need; null if it is. */
    @Nullable
    UnmetDelayNeedReason obstacle(int node) {
        return isMet(node) ? null : distances.obstacle(node);
    }

    /** Returns how many of the nodes are not within the need; see {@link ReferenceDistances#countObstacles}. */
    int[] countObstacles(NodeNumbers nodes) {
        return distances.countObstacles(nodes);
    }

    /**
     * Counts a pod of the node as gone, or as back: without the last of the reference's pods the node is no origin.
     */
    void change(Pod placed, Node node, int by) {
        if (reference.isHeldBy(placed, node)) {
            gone -= by;
            distances.setLeftNode(gone < reference.nodes().getOrDefault(node.name(), 0) ? null : node.name());
        }
    }

    /** Returns whether the node is within the need. */
    boolean isMet(NodeState node) {
        return micros(node) <= need.micros();
    }

    /** Tells whether a node, by its number, is within the need. */
    boolean isMet(int node) {
        return distances.to(node) <= need.micros();
    }

    /**
     * Returns the pair whose measurement could show the node to be within the need; null if it is, or surely is not.
     */
    @Nullable
    UndecidedPair undecided(NodeState node) {
        return isMet(node) ? null : distances.undecided(node.name());
    }

    /** Returns how much of the bound the node uses up, 0..1 for a node within it. */
    double shareUsed(NodeState node) {
        return need.micros() == 0 ? 0 : Math.min(1, (double) micros(node) / need.micros());
    }

    /** Returns the name that the need refers to. */
    String reference() {
        return need.reference();
    }

    /** Returns whether a time to the node is known that counts. */
    boolean isKnown(NodeState node) {
        return micros(node) != ReferenceDistances.UNKNOWN;
    }

    /** Returns how many times the bound the way to the node is; a bound below a millisecond counts as one. */
    double timesOver(NodeState node) {
        return (double) micros(node) / Math.max(need.micros(), LEAST_BOUND_MICROS);
    }

    /** The way to the node as people read it, such as {@code 1.1 ms from edge-1 (≤ 2.5 ms)}. */
    String way(NodeState node) {
        return NumberFormats.millis(micros(node)) + " from " + need.reference() + " (≤ " + need.bound() + ")";
    }

    private long micros(NodeState node) {
        int position = position(node);
        return position < 0 ? distances.to(node.name()) : distances.to(numbers.at(position));
    }

    private UnmetDelayNeedReason obstacle(NodeState node) {
        int position = position(node);
        return position < 0 ? distances.obstacle(node.name()) : distances.obstacle(numbers.at(position));
    }

    /**
     * Returns the node's position; below zero if only the name tells the distance: the node is not in the cluster, or a
     * node is judged as if the reference's pods had left it.
     */
    private int position(NodeState node) {
        return distances.hasLeftNode() ? -1 : snapshot.positionOf(node);
    }

    /** The nodes within the bound. */
    NodesWithinDelayBound within() {
        return distances.within();
    }
}
