package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.state.NodeCursor;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.function.Supplier;

/**
 * The only nodes that a check can accept, as an index knows them.
 *
 * @param size how many there are at most; the check with the fewest leads the search
 * @param nodes best first, each once; read only as far as needed
 * @param lastResortsLast whether only last resorts follow the first one
 * @param others counts why the check rejects all other nodes
 */
public record PreFilterResult(int size, Supplier<NodeCursor> nodes, boolean lastResortsLast, Others others) {
    /** The reasons of the nodes that are no candidates, without asking the check about each. No eviction helps them. */
    @FunctionalInterface
    public interface Others {
        /** Adds the reason of each node of the snapshot that is not among the candidates. */
        void count(Snapshot snapshot, ReasonCounts reasons);
    }

    /** Returns a result with these nodes of the snapshot; the check rejects all others for the same reason. */
    public static PreFilterResult of(List<NodeState> nodes, Rejection others) {
        return new PreFilterResult(
                nodes.size(),
                () -> NodeCursor.of(nodes.iterator()),
                false,
                (snapshot, reasons) -> reasons.add(others, snapshot.nodes().size() - nodes.size()));
    }
}
