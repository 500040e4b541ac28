package dev.edgewise.scheduler.pipeline;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether nodes are feasible for one pod. Where pods of the same or higher priority wait for room that was cleared for
 * them, a node must accept the pod both with and without them, as in kube-scheduler: the one guards their room, the
 * other does not count on pods that may never come.
 */
public final class Feasibility {
    private final PreparedFilters filters;
    private final @Nullable PreparedFilters besideNominated;
    private final Snapshot crowded;

    private Feasibility(PreparedFilters filters, @Nullable PreparedFilters besideNominated, Snapshot crowded) {
        this.filters = filters;
        this.besideNominated = besideNominated;
        this.crowded = crowded;
    }

    public static Feasibility of(Profile profile, Pod pod, Snapshot snapshot) {
        PreparedFilters filters = PreparedFilters.of(profile, pod, snapshot);
        Snapshot crowded = crowd(pod, snapshot);
        if (crowded == snapshot) {
            return new Feasibility(filters, null, snapshot);
        }
        return new Feasibility(filters, PreparedFilters.of(profile, pod, crowded), crowded);
    }

    /** The first rejection in the profile's order, or null if the node is feasible. */
    public @Nullable Rejection firstRejection(NodeState node) {
        Rejection rejection = filters.firstRejection(node);
        if (rejection != null || besideNominated == null) {
            return rejection;
        }
        return besideNominated.firstRejection(crowded(node));
    }

    List<Rejection> rejections(NodeState node) {
        List<Rejection> rejections = filters.rejections(node);
        if (!rejections.isEmpty() || besideNominated == null) {
            return rejections;
        }
        return besideNominated.rejections(crowded(node));
    }

    @Nullable
    Candidates candidates() {
        return filters.candidates();
    }

    private NodeState crowded(NodeState node) {
        NodeState state = crowded.node(node.name());
        return state == null ? node : state;
    }

    private static Snapshot crowd(Pod pod, Snapshot snapshot) {
        if (!snapshot.hasNominations()) {
            return snapshot;
        }
        Snapshot crowded = snapshot;
        for (String node : snapshot.nominations().keySet()) {
            for (Pod waiting : snapshot.nominatedTo(node)) {
                if (!waiting.isSameAs(pod)
                        && waiting.spec().priority() >= pod.spec().priority()) {
                    crowded = crowded.with(node, state -> state.with(waiting.assignedTo(node)));
                }
            }
        }
        return crowded;
    }
}
