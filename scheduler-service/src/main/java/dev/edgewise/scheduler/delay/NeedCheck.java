package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.pipeline.Candidates;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One need, judged node by node. */
final class NeedCheck {
    private final DelayNeed need;
    private final Distances distances;
    private final Rejection tooFar;
    private final Rejection unknown;
    private final Rejection undecided;

    NeedCheck(DelayNeed need, Reference reference) {
        this.need = need;
        this.distances = new Distances(reference.origins(), need);
        this.tooFar =
                Rejection.fixed(Delay.NAME, "node(s) were farther than " + need.bound() + " from " + need.reference());
        this.undecided = Rejection.fixed(
                Delay.NAME,
                "node(s) might be within " + need.bound() + " of " + need.reference() + ", but were not measured");
        this.unknown = Rejection.fixed(Delay.NAME, "node(s) had no known round-trip time from " + need.reference());
    }

    @Nullable
    Rejection check(NodeState node) {
        long micros = distances.to(node.name());
        if (micros == Distances.UNKNOWN) {
            return unknown;
        }
        if (micros <= need.micros()) {
            return null;
        }
        return distances.doubt(node.name()) == null ? tooFar : undecided;
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
