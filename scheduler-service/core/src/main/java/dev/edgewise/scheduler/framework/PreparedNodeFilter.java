package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.UntaintedNodes;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A filter made ready for one pod and one snapshot: judges node after node, without looking anything up twice. Serves
 * one decision, on one thread.
 */
@FunctionalInterface
public interface PreparedNodeFilter {
    /** The check of a filter that does not apply to the pod; the pipeline skips it. */
    PreparedNodeFilter PASS = node -> null;

    /** Returns why the pod cannot run on the node, or null if this filter has nothing against it. */
    @Nullable
    Rejection check(NodeState node);

    /** Returns whether it accepts each of its {@link #candidates}, so that it need not be asked about them again. */
    default boolean acceptsCandidates() {
        return false;
    }

    /**
     * Returns whether it has nothing against any node that {@link NodeState#isUntainted is untainted}, so that only
     * others are asked about. Not for a check with {@link #candidates}.
     */
    default boolean acceptsUntaintedNodes() {
        return false;
    }

    /**
     * Returns why it rejects every {@link NodeState#isUntainted untainted} node, where an index knows that all are
     * rejected for the same reason and that no eviction helps; null where each has to be asked.
     */
    default @Nullable Rejection rejectionOfUntaintedNodes(UntaintedNodes untainted) {
        return null;
    }

    /**
     * The nodes that {@link #check} can accept when an index knows them, null when any may do. Lets the pipeline walk a
     * few nodes instead of all.
     */
    default @Nullable PreFilterResult candidates() {
        return null;
    }

    /**
     * Returns the room that is kept for the pod, in the order in which it is tried before all other nodes. A pod that
     * may go nowhere else is rejected by {@link #check} on all nodes where the placeholder of such room stands, or none
     * is; the {@link #candidates} are then the nodes as they are for a pod that takes the room.
     */
    default List<HeldCapacity> keptRooms() {
        return List.of();
    }

    /**
     * Assumes that a pod is placed on the node, until {@link #removed} undoes it: "what if". Only a check that counts
     * pods beyond the node it judges has anything to do, and only that node is asked about meanwhile.
     */
    default void added(Pod pod, Node node) {}

    /** Takes a pod of the node for gone, until {@link #added} brings it back. */
    default void removed(Pod pod, Node node) {}

    /** Returns whether it may say of some node that it {@link #lastResort is the last resort}. */
    default boolean hasLastResorts() {
        return false;
    }

    /**
     * Returns why the pod runs on the node, which this filter accepts, only if no other node is feasible; null if
     * nothing speaks against it.
     */
    default @Nullable Rejection lastResort(NodeState node) {
        return null;
    }

    /** The signals that its answers about the pod rest on. */
    default List<SignalEvidence> signals() {
        return List.of();
    }

    /** The signals that its answer about one node rests on. */
    default List<SignalEvidence> signals(NodeState node) {
        return List.of();
    }

    /** A check that accepts all untainted nodes, and those of the others that the predicate holds for. */
    static PreparedNodeFilter ofClosedNodes(Predicate<Node> accepted, Rejection otherwise) {
        return new PreparedNodeFilter() {
            @Override
            public @Nullable Rejection check(NodeState node) {
                return node.isUntainted() || accepted.test(node.node()) ? null : otherwise;
            }

            @Override
            public boolean acceptsUntaintedNodes() {
                return true;
            }
        };
    }

    /** A check that the pod fails as such, whatever the node. */
    static PreparedNodeFilter never(Rejection rejection) {
        return narrowedTo(PreFilterResult.of(List.of(), rejection), node -> rejection);
    }

    /** A check with the nodes it can accept. */
    static PreparedNodeFilter narrowedTo(PreFilterResult candidates, PreparedNodeFilter check) {
        return new PreparedNodeFilter() {
            @Override
            public @Nullable Rejection check(NodeState node) {
                return check.check(node);
            }

            @Override
            public PreFilterResult candidates() {
                return candidates;
            }

            @Override
            public void added(Pod pod, Node node) {
                check.added(pod, node);
            }

            @Override
            public void removed(Pod pod, Node node) {
                check.removed(pod, node);
            }
        };
    }
}
