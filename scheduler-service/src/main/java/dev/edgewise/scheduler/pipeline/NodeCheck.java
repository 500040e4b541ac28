package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A filter made ready for one pod and one snapshot: judges node after node, without looking anything up twice. */
@FunctionalInterface
public interface NodeCheck {
    /** Says nothing about this pod; the pipeline leaves it out. */
    NodeCheck PASS = node -> null;

    /** Why the pod cannot run on the node, or null if this filter has nothing against it. */
    @Nullable
    Rejection check(NodeState node);

    /**
     * The nodes that {@link #check} can accept when an index knows them, null when any may do. Lets the pipeline walk a
     * few nodes instead of all.
     */
    default @Nullable Candidates candidates() {
        return null;
    }

    /** A check that the pod fails as such, whatever the node. */
    static NodeCheck never(Rejection rejection) {
        return narrowedTo(new Candidates(0, List.of()), node -> rejection);
    }

    /** A check with the nodes it can accept. */
    static NodeCheck narrowedTo(Candidates candidates, NodeCheck check) {
        return new NodeCheck() {
            @Override
            public @Nullable Rejection check(NodeState node) {
                return check.check(node);
            }

            @Override
            public Candidates candidates() {
                return candidates;
            }
        };
    }
}
