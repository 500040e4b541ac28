package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Judges nodes that another scheduler has found feasible by its own filters. A node is taken from the snapshot, or, if
 * it has none of that name, is unknown. Serves one pod, on one thread at a time. The callback that runs before each few
 * nodes and before each score may end the work by throwing.
 */
public final class ExtenderCandidateEvaluator {
    private static final int NONE = -1;
    /** Nodes that are judged in a step, which takes some microseconds. */
    private static final int STEP = 16;

    private static final Rejection NOT_KEPT =
            Rejection.unschedulable("Reservations", "node(s) did not hold the pod's reservation");
    private static final Rejection NOT_KEPT_BY_MODULE =
            Rejection.unschedulable("Reservations", "node(s) did not hold the room that is kept for the pod");

    private final Profile profile;
    private final Pod pod;
    private final Snapshot snapshot;
    private final FeasibilityCheck feasibility;
    private Judged last = new Judged(List.of(), new Rejection[0]);

    /** Nodes, and why the pod may not go to each of them: null where it may. */
    @SuppressWarnings("ArrayRecordComponent")
    private record Judged(List<NodeState> nodes, @Nullable Rejection[] rejections) {}

    public ExtenderCandidateEvaluator(Profile profile, Pod pod, Snapshot snapshot) {
        this.profile = profile;
        this.pod = pod;
        this.snapshot = snapshot;
        this.feasibility = FeasibilityCheck.of(profile, pod, snapshot);
    }

    /**
     * Returns why the pod may not go to each of the nodes, in their order; null where it may. A last resort is rejected
     * if there are others; where one of them keeps capacity for the pod and takes it, so are all others. Not to be
     * changed.
     */
    public @Nullable Rejection[] rejections(List<NodeState> nodes, Runnable beforeStep) {
        last = judged(nodes, beforeStep);
        return last.rejections();
    }

    /**
     * Returns how well each of the nodes suits the pod, 0..1 in their order; 0 where {@link #rejections} would reject
     * it, which is not found out again for nodes that it was asked about last. A score that does not apply counts as if
     * all nodes were the best: what another one is worth to the caller, who weighs the answer against scores of its
     * own, must not depend on that.
     *
     * @param otherwise the value of all others if no score has anything to say
     */
    public double[] values(List<NodeState> nodes, double otherwise, Runnable beforeStep) {
        @Nullable Rejection[] again = again(nodes);
        @Nullable
        Rejection[] rejections = again == null ? judged(nodes, beforeStep).rejections() : again;
        Ranking ranking = Ranking.of(profile, pod, snapshot, nodes, beforeStep);
        double[] values = ranking.totals();
        double share = ranking.isSilent() ? 0 : ranking.share(profile);
        for (int i = 0; i < values.length; i++) {
            double value = ranking.isSilent() ? otherwise : 1 - share * (1 - values[i]);
            values[i] = rejections[i] == null ? value : 0;
        }
        return values;
    }

    /** Returns why the pod could not go to the node even once these of its pods are gone; null if it could. */
    public @Nullable Rejection rejectionWithout(List<Pod> victims, NodeState node) {
        NodeState kept = feasibility.nodesOfModules().getOrDefault(node.name(), node);
        victims.forEach(victim -> feasibility.removed(victim, node.node()));
        Rejection rejection = feasibility.firstRejection(kept.without(victims));
        victims.forEach(victim -> feasibility.added(victim, node.node()));
        return rejection;
    }

    private Judged judged(List<NodeState> nodes, Runnable beforeStep) {
        @Nullable Rejection[] rejections = new Rejection[nodes.size()];
        HeldCapacity kept = kept(nodes);
        if (kept == null) {
            reject(nodes, rejections, beforeStep);
        } else {
            Arrays.fill(rejections, kept.reservation() == null ? NOT_KEPT_BY_MODULE : NOT_KEPT);
            rejections[placeOf(kept.node(), nodes)] = null;
        }
        return new Judged(nodes, rejections);
    }

    private void reject(List<NodeState> nodes, @Nullable Rejection[] rejections, Runnable beforeStep) {
        for (int i = 0; i < rejections.length; i++) {
            if (i % STEP == 0) {
                beforeStep.run();
            }
            rejections[i] = feasibility.firstRejection(nodes.get(i));
        }
        if (feasibility.hasLastResorts()) {
            rejectLastResorts(nodes, rejections);
        }
    }

    /** Rejects the last resorts, unless all remaining nodes are last resorts. */
    private void rejectLastResorts(List<NodeState> nodes, @Nullable Rejection[] rejections) {
        @Nullable Rejection[] lastResorts = new Rejection[rejections.length];
        boolean others = false;
        for (int i = 0; i < rejections.length; i++) {
            lastResorts[i] = rejections[i] == null ? feasibility.lastResort(nodes.get(i)) : null;
            others |= rejections[i] == null && lastResorts[i] == null;
        }
        for (int i = 0; i < rejections.length && others; i++) {
            rejections[i] = rejections[i] == null ? lastResorts[i] : rejections[i];
        }
    }

    /**
     * Returns the last results for the given nodes, in the same order, as kube-scheduler asks about the nodes that
     * passed. Null if one is not among the last nodes, or none of these was accepted: a last resort that others were
     * preferred to may be accepted without them.
     */
    private @Nullable Rejection @Nullable [] again(List<NodeState> nodes) {
        @Nullable Rejection[] rejections = new Rejection[nodes.size()];
        boolean anyAccepted = false;
        int next = 0;
        for (int i = 0; i < rejections.length; i++, next++) {
            next = place(nodes.get(i), next);
            if (next == last.nodes().size()) {
                return null;
            }
            rejections[i] = last.rejections()[next];
            anyAccepted |= rejections[i] == null;
        }
        return anyAccepted ? rejections : null;
    }

    /**
     * Returns the place of the node in the last question, from the given place on; the end if it was not asked about.
     */
    private int place(NodeState node, int from) {
        List<NodeState> nodes = last.nodes();
        int place = from;
        while (place < nodes.size() && !isSame(nodes.get(place), node)) {
            place++;
        }
        return place;
    }

    /** Each question about an unknown node creates a new object of that name. */
    private static boolean isSame(NodeState judged, NodeState asked) {
        return judged == asked || judged.name().equals(asked.name());
    }

    /** The first room that is kept for the pod on one of the nodes, which takes it; null if there is none. */
    private @Nullable HeldCapacity kept(List<NodeState> nodes) {
        for (HeldCapacity room : feasibility.keptRooms()) {
            NodeState node = room.nodeFor(pod, snapshot);
            boolean isAsked = node != null && placeOf(room.node(), nodes) != NONE;
            if (node != null && isAsked && feasibility.whyNotPreferred(node) == null) {
                return room;
            }
        }
        return null;
    }

    private static int placeOf(String name, List<NodeState> nodes) {
        for (int i = 0; i < nodes.size(); i++) {
            if (nodes.get(i).name().equals(name)) {
                return i;
            }
        }
        return NONE;
    }
}
