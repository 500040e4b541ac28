package dev.edgewise.scheduler.violations;

import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** The last seen state of the nodes, so that a later snapshot shows which have changed. For one thread. */
final class NodeChangeDetector {
    private final Map<String, NodeState> seen = new HashMap<>();
    /** The last seen nodes by their places, which hardly ever change: most nodes need no look-up. */
    private @Nullable NodeState[] places = new @Nullable NodeState[0];

    private int next;

    /** Takes a node as it was and as it is; null where it is not there. */
    @FunctionalInterface
    interface Change {
        void accept(@Nullable NodeState before, @Nullable NodeState after);
    }

    /**
     * Passes on the changed nodes.
     *
     * @param hasTime whether there is time for a further one; the rest follows the next time
     * @return whether some are new, or gone
     */
    boolean compare(Snapshot snapshot, BooleanSupplier hasTime, Change change) {
        List<NodeState> nodes = snapshot.nodes();
        places = places.length == nodes.size() ? places : new @Nullable NodeState[nodes.size()];
        boolean isOther = false;
        int looked = 0;
        boolean goesOn = true;
        for (; looked < nodes.size() && goesOn; looked++) {
            int place = (next + looked) % nodes.size();
            NodeState now = nodes.get(place);
            if (places[place] != now) {
                places[place] = now;
                isOther |= isNew(now, change);
                goesOn = hasTime.getAsBoolean();
            }
        }
        next = nodes.isEmpty() ? 0 : (next + looked) % nodes.size();
        return seen.size() > nodes.size() ? removeGone(snapshot, change) || isOther : isOther;
    }

    /** Whether nothing is left of the last comparison, which was with these nodes. */
    boolean hasAll(Snapshot snapshot) {
        List<NodeState> nodes = snapshot.nodes();
        return places.length == nodes.size()
                && IntStream.range(0, places.length).allMatch(place -> places[place] == nodes.get(place));
    }

    private boolean isNew(NodeState now, Change change) {
        NodeState before = seen.put(now.name(), now);
        if (before != now) {
            change.accept(before, now);
        }
        return before == null;
    }

    private boolean removeGone(Snapshot snapshot, Change change) {
        return seen.values().removeIf(node -> {
            boolean isGone = snapshot.node(node.name()) == null;
            if (isGone) {
                change.accept(node, null);
            }
            return isGone;
        });
    }
}
