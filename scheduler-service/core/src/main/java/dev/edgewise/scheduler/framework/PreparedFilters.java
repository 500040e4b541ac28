package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.UntaintedNodes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The filters of a profile, prepared for one pod, without those that do not apply. Filters that know the only possible
 * nodes come first, as in kube-scheduler's PreFilter stage, the one with the fewest leading: a check that excludes all
 * nodes rejects all of them. Then the profile's order.
 */
final class PreparedFilters {
    private final PreparedNodeFilter[] checks;
    private final PreparedNodeFilter[] ofUntaintedNodes;
    private final PreparedNodeFilter[] ofLastResorts;
    private final @Nullable PreFilterResult candidates;

    private PreparedFilters(List<PreparedNodeFilter> checks) {
        this.checks = checks.toArray(PreparedNodeFilter[]::new);
        this.ofUntaintedNodes =
                checks.stream().filter(check -> !check.acceptsUntaintedNodes()).toArray(PreparedNodeFilter[]::new);
        this.ofLastResorts =
                checks.stream().filter(PreparedNodeFilter::hasLastResorts).toArray(PreparedNodeFilter[]::new);
        this.candidates = this.checks.length == 0 ? null : this.checks[0].candidates();
    }

    static PreparedFilters of(Profile profile, Pod pod, Snapshot snapshot) {
        List<PreparedNodeFilter> narrow = new ArrayList<>(2);
        List<PreparedNodeFilter> others = new ArrayList<>(profile.filters().size());
        for (Filter filter : profile.filters()) {
            PreparedNodeFilter check = filter.prepare(pod, snapshot);
            if (check != PreparedNodeFilter.PASS) {
                (check.candidates() == null ? others : narrow).add(check);
            }
        }
        narrow.sort(Comparator.comparingInt(PreparedFilters::sizeOf));
        narrow.addAll(others);
        return new PreparedFilters(narrow);
    }

    /** The first rejection, or null if the node is feasible. */
    @Nullable
    Rejection firstRejection(NodeState node) {
        return firstFrom(0, node);
    }

    /** Returns the first rejection of one of the {@link #candidates}. */
    @Nullable
    Rejection firstRejectionOfCandidate(NodeState candidate) {
        return firstFrom(acceptsCandidates() ? 1 : 0, candidate);
    }

    /**
     * The first rejection of every untainted candidate, where an index knows it; see {@link
     * PreparedNodeFilter#rejectionOfUntaintedNodes}.
     */
    @Nullable
    Rejection rejectionOfUntaintedCandidates(UntaintedNodes untainted) {
        int first = acceptsCandidates() ? 1 : 0;
        return first < ofUntaintedNodes.length ? ofUntaintedNodes[first].rejectionOfUntaintedNodes(untainted) : null;
    }

    /** Returns whether the node is one of the {@link #candidates}, or any may be. */
    boolean isCandidate(NodeState node) {
        return candidates == null || checks[0].check(node) == null;
    }

    private boolean acceptsCandidates() {
        return candidates != null && checks[0].acceptsCandidates();
    }

    private @Nullable Rejection firstFrom(int first, NodeState node) {
        PreparedNodeFilter[] asked = node.isUntainted() ? ofUntaintedNodes : checks;
        for (int i = first; i < asked.length; i++) {
            Rejection rejection = asked[i].check(node);
            if (rejection != null) {
                return rejection;
            }
        }
        return null;
    }

    /** Returns whether any node may be a {@link #lastResort}. */
    boolean hasLastResorts() {
        return ofLastResorts.length > 0;
    }

    /** Returns why a feasible node is to be taken only if no other is feasible; null if nothing speaks against it. */
    @Nullable
    Rejection lastResort(NodeState node) {
        for (PreparedNodeFilter check : ofLastResorts) {
            Rejection rejection = check.lastResort(node);
            if (rejection != null) {
                return rejection;
            }
        }
        return null;
    }

    /** Every filter's rejection. */
    List<Rejection> rejections(NodeState node) {
        List<Rejection> rejections = new ArrayList<>();
        for (PreparedNodeFilter check : checks) {
            Rejection rejection = check.check(node);
            if (rejection != null) {
                rejections.add(rejection);
            }
        }
        return rejections;
    }

    /** The signals that answers about the pod rest on. */
    List<SignalEvidence> signals() {
        return Arrays.stream(checks).flatMap(check -> check.signals().stream()).toList();
    }

    /** The signals that answers about one node rest on. */
    List<SignalEvidence> signals(NodeState node) {
        return Arrays.stream(checks)
                .flatMap(check -> check.signals(node).stream())
                .toList();
    }

    /** The only nodes that can be feasible, where an index knows them. */
    @Nullable
    PreFilterResult candidates() {
        return candidates;
    }

    /** The room that filters keep for the pod; see {@link PreparedNodeFilter#keptRooms}. */
    List<HeldCapacity> keptRooms() {
        List<HeldCapacity> rooms = List.of();
        for (PreparedNodeFilter check : checks) {
            List<HeldCapacity> its = check.keptRooms();
            rooms = rooms.isEmpty() ? its : LazyList.joined(rooms, its);
        }
        return rooms;
    }

    /** Takes a pod for placed on the node; see {@link PreparedNodeFilter#added}. */
    void added(Pod pod, Node node) {
        for (PreparedNodeFilter check : checks) {
            check.added(pod, node);
        }
    }

    /** Takes a pod of the node for gone; see {@link PreparedNodeFilter#removed}. */
    void removed(Pod pod, Node node) {
        for (PreparedNodeFilter check : checks) {
            check.removed(pod, node);
        }
    }

    private static int sizeOf(PreparedNodeFilter check) {
        PreFilterResult candidates = check.candidates();
        return candidates == null ? Integer.MAX_VALUE : candidates.size();
    }
}
