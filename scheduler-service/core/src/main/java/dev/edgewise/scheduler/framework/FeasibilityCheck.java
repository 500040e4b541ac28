package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.UntaintedNodes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Checks whether nodes are feasible for one pod. A node with capacity cleared for waiting pods of the same or higher
 * priority must accept the pod both with and without them, as in kube-scheduler: the one guards their capacity, the
 * other does not count on pods that may never come. Pods that wait for another node do not matter.
 *
 * <p>Filters are prepared once; "what if" is asked by {@link #added} and {@link #removed}. Serves one decision, on one
 * thread.
 *
 * <p>Source: RunFilterPluginsWithNominatedPods in kubernetes, pkg/scheduler/framework/runtime/framework.go.
 */
public final class FeasibilityCheck {
    /** Candidates that can be asked while one closed node is looked up and asked. */
    private static final int ASKED_MEANWHILE = 4;

    private final PreparedFilters filters;
    private final Pod pod;
    private final Snapshot snapshot;
    private final boolean anyNominated;

    private FeasibilityCheck(PreparedFilters filters, Pod pod, Snapshot snapshot) {
        this.filters = filters;
        this.pod = pod;
        this.snapshot = snapshot;
        this.anyNominated = snapshot.hasNominations();
    }

    public static FeasibilityCheck of(Profile profile, Pod pod, Snapshot snapshot) {
        return new FeasibilityCheck(PreparedFilters.of(profile, pod, snapshot), pod, snapshot);
    }

    /** The first rejection in the profile's order, or null if the node is feasible. */
    public @Nullable Rejection firstRejection(NodeState node) {
        return firstRejection(node, false);
    }

    /** @param candidate whether the node is one of the {@link #candidates}; then nothing may be added or removed */
    @Nullable
    Rejection firstRejection(NodeState node, boolean candidate) {
        Rejection rejection = anyNominated ? besideNominated(node) : null;
        if (rejection != null) {
            return rejection;
        }
        return candidate ? filters.firstRejectionOfCandidate(node) : filters.firstRejection(node);
    }

    /** Returns whether any node may be a {@link #lastResort}. */
    boolean hasLastResorts() {
        return filters.hasLastResorts();
    }

    /** Returns why a feasible node is to be taken only if no other is feasible; null if nothing speaks against it. */
    @Nullable
    Rejection lastResort(NodeState node) {
        return filters.lastResort(node);
    }

    /** The first reason against a node that is to be taken before others; null if there is none. */
    public @Nullable Rejection whyNotPreferred(NodeState node) {
        Rejection rejection = firstRejection(node);
        return rejection == null ? lastResort(node) : rejection;
    }

    /** Takes a pod for placed on the node, until {@link #removed} takes it away; only that node may be asked about. */
    public void added(Pod placed, Node node) {
        filters.added(placed, node);
    }

    /** Takes a pod of the node for gone, until {@link #added} brings it back. */
    public void removed(Pod placed, Node node) {
        filters.removed(placed, node);
    }

    /** All rejections of the node, of each filter in the profile's order. */
    public List<Rejection> rejections(NodeState node) {
        List<Pod> nominated = anyNominated ? nominated(node) : List.of();
        List<Rejection> rejections = nominated.isEmpty() ? List.of() : beside(nominated, node, filters::rejections);
        return rejections.isEmpty() ? filters.rejections(node) : rejections;
    }

    /** The signals that all of this rests on. */
    List<SignalEvidence> signals() {
        return filters.signals();
    }

    /** The signals that the answer about one node rests on. */
    List<SignalEvidence> signals(NodeState node) {
        return filters.signals(node);
    }

    /** The only nodes that can be feasible, where an index knows them. */
    public @Nullable PreFilterResult candidates() {
        return filters.candidates();
    }

    /** Returns whether the node is one of the {@link #candidates}, or any may be. */
    boolean isCandidate(NodeState node) {
        return filters.isCandidate(node);
    }

    /**
     * Returns why each candidate that is untainted is rejected, where an index knows that, and that no eviction helps;
     * null where they have to be asked.
     */
    @Nullable
    Rejection rejectionOfUntaintedCandidates() {
        UntaintedNodes untainted = snapshot.untaintedNodes();
        Rejection shared = anyNominated ? null : filters.rejectionOfUntaintedCandidates(untainted);
        PreFilterResult candidates = candidates();
        boolean areFew =
                shared != null && candidates != null && candidates.size() < ASKED_MEANWHILE * untainted.taintedCount();
        return areFew ? null : shared;
    }

    /** The room that is kept for the pod: first that of modules, then that of reservations, oldest first. */
    List<HeldCapacity> keptRooms() {
        List<HeldCapacity> ofModules = filters.keptRooms();
        List<HeldCapacity> reserved = HeldCapacity.ofReservations(pod, snapshot);
        return ofModules.isEmpty() ? reserved : LazyList.joined(ofModules, reserved);
    }

    /** The nodes with room that modules keep for the pod, by name, as they are for a pod that takes it. */
    Map<String, NodeState> nodesOfModules() {
        List<HeldCapacity> rooms = filters.keptRooms();
        Map<String, NodeState> nodes = rooms.isEmpty() ? Map.of() : new HashMap<>();
        for (HeldCapacity room : rooms) {
            NodeState node = nodes.containsKey(room.node()) ? null : room.nodeFor(pod, snapshot);
            if (node != null) {
                nodes.put(node.name(), node);
            }
        }
        return nodes;
    }

    private @Nullable Rejection besideNominated(NodeState node) {
        List<Pod> nominated = nominated(node);
        return nominated.isEmpty() ? null : beside(nominated, node, filters::firstRejection);
    }

    private <T extends @Nullable Object> T beside(
            List<Pod> nominated, NodeState node, Function<NodeState, T> question) {
        NodeState crowded = node;
        for (Pod other : nominated) {
            crowded = crowded.with(other);
            filters.added(other, node.node());
        }
        T answer = question.apply(crowded);
        nominated.forEach(other -> filters.removed(other, node.node()));
        return answer;
    }

    /** The pods whose capacity on the node this pod must not take, as if they were there. */
    private List<Pod> nominated(NodeState node) {
        List<Pod> nominated = List.of();
        for (Pod other : snapshot.nominatedTo(node.name())) {
            if (!other.isSameAs(pod) && other.spec().priority() >= pod.spec().priority()) {
                nominated = nominated.isEmpty() ? new ArrayList<>(1) : nominated;
                nominated.add(other.assignedTo(node.name()));
            }
        }
        return nominated;
    }
}
