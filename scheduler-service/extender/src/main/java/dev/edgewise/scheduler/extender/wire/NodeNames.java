package dev.edgewise.scheduler.extender.wire;

import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Arrays;
import java.util.List;

/** Names of nodes in the order in which they were sent. */
public sealed interface NodeNames permits CompactNodeNames, ParsedNodeNames {
    int size();

    /** Returns the offset where the name at that place begins in the body, with its quotes. */
    int begin(int place);

    /** Returns the offset of the byte after that name. */
    int end(int place);

    /** Returns the node of the name at that place; one without known properties if the snapshot has none. */
    NodeState node(int place, Snapshot snapshot);

    /** Returns the nodes of all names. */
    default List<NodeState> nodes(Snapshot snapshot) {
        NodeState[] nodes = new NodeState[size()];
        for (int i = 0; i < nodes.length; i++) {
            nodes[i] = node(i, snapshot);
        }
        return Arrays.asList(nodes);
    }
}
