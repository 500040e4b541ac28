package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Candidates;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One need, judged node by node. */
final class NeedCheck {
    private final DelayNeed need;
    private final Distances distances;
    private final Reference reference;
    private final Map<Obstacle, Rejection> rejections = new EnumMap<>(Obstacle.class);
    /** How many of the reference's pods are taken for gone from the node that is asked about. */
    private int gone;

    NeedCheck(DelayNeed need, Reference reference) {
        this.need = need;
        this.reference = reference;
        this.distances = new Distances(reference.origins(), need);
    }

    @Nullable
    Rejection check(NodeState node) {
        long micros = distances.to(node.name());
        if (micros <= need.micros()) {
            return null;
        }
        if (distances.isNowhere()) {
            return Rejection.fixed(Delay.NAME, Reference.notRunning(need));
        }
        return rejections.computeIfAbsent(
                distances.obstacle(node.name(), micros), obstacle -> Rejection.fixed(Delay.NAME, obstacle.words(need)));
    }

    /** Takes a pod of the node for gone, or brings it back: the last of the reference's pods there takes the origin along. */
    void change(Pod placed, Node node, int by) {
        if (reference.pods().include(placed, node)) {
            gone -= by;
            distances.leave(gone < reference.pods().on(node) ? null : node.name());
        }
    }

    /** Whether the node is within the need. */
    boolean isMet(NodeState node) {
        return distances.to(node.name()) <= need.micros();
    }

    /** What a measurement would have to show for the node to be within the need; null if it is, or surely is not. */
    @Nullable
    Doubt doubt(NodeState node) {
        return isMet(node) ? null : distances.doubt(node.name());
    }

    /** How much of the bound the node uses up, 0..1 for a node within it. */
    double shareUsed(NodeState node) {
        return need.micros() == 0 ? 0 : Math.min(1, (double) distances.to(node.name()) / need.micros());
    }

    /** The nodes within the bound, nearest first, read off the index only as far as the search asks for. */
    Candidates radius(Snapshot snapshot) {
        return new Candidates(
                distances.countWithin(), () -> Iterators.present(distances.nearestFirst(), snapshot::node));
    }

    /** Makes {@link #shareUsed} of these nodes, which are within the bound, cheap. */
    void lookAheadTo(List<NodeState> nodes) {
        distances.learn(nodes.size());
    }
}
