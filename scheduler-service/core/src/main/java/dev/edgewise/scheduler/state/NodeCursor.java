package dev.edgewise.scheduler.state;

import java.util.Iterator;
import org.jspecify.annotations.Nullable;

/** Reads nodes one after the other, as far as needed: one call for each of thousands, where an iterator takes two. */
@FunctionalInterface
public interface NodeCursor {
    /** The next node, or null after the last. */
    @Nullable
    NodeState next();

    /** Reads what the iterator reads. */
    static NodeCursor of(Iterator<NodeState> nodes) {
        return () -> nodes.hasNext() ? nodes.next() : null;
    }
}
