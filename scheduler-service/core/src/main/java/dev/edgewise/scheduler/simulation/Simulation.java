package dev.edgewise.scheduler.simulation;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.state.ReservationAdjustedNodes;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Places pods one after the other in a snapshot of its own, each as decisions do, and each beside those before it. Pods
 * are not evicted for others, and what is kept for failures stays as it is. Pure; serves one question, on one thread.
 */
public final class Simulation {
    private final RandomGenerator random;
    private Snapshot snapshot;
    /** The last pod that went nowhere, if nothing has changed since: a pod like it goes nowhere either. */
    private @Nullable Refused refused;

    private record Refused(Pod pod, Profile profile, NodeSearchResult search) {
        boolean isAlike(Pod other, Profile same) {
            return profile == same
                    && pod.namespace().equals(other.namespace())
                    && pod.labels().equals(other.labels())
                    && pod.annotations().equals(other.annotations())
                    && pod.controllerUid().equals(other.controllerUid())
                    && pod.spec().equals(other.spec())
                    && other.status().nominatedNode() == null;
        }
    }

    /** @param snapshot what the question begins with */
    public Simulation(Snapshot snapshot, RandomGenerator random) {
        this.snapshot = snapshot;
        this.random = random;
    }

    /** Takes pods for gone that run on nodes now. */
    public Simulation removing(List<Pod> pods) {
        for (Pod pod : pods) {
            snapshot = snapshot.without(pod.key(), pod.spec().nodeName());
        }
        refused = null;
        return this;
    }

    /** Keeps capacity, whether the nodes have it or not. */
    public Simulation reserving(List<Reservation> reservations) {
        for (Reservation reservation : reservations) {
            snapshot = ReservationAdjustedNodes.reserving(snapshot, reservation);
        }
        refused = null;
        return this;
    }

    /** Places the pod however long that takes, as {@link #place(Pod, Profile, Runnable)} does. */
    public Placement place(Pod pod, Profile profile) {
        return place(pod, profile, () -> {});
    }

    /**
     * Finds the node that the pod would go to; the pods after it are placed beside it. A pod that could not be read as
     * a whole goes nowhere: the fields that were left out may forbid the node that the rest would go to.
     *
     * @param pod bound to no node
     * @param check runs now and then; may end the search by what it throws, and then the pod is nowhere
     */
    public Placement place(Pod pod, Profile profile, Runnable check) {
        String problem = pod.problem();
        if (problem != null) {
            return new Placement(unknown(pod, profile, problem), null);
        }
        Refused last = refused;
        if (last != null && last.isAlike(pod, profile)) {
            return new Placement(last.search().decision().about(pod), null);
        }
        NodeSearchResult found =
                FilterAndScorePipeline.checked(profile, random, check).search(pod, snapshot);
        check.run();
        NodeSearchResult search = NodeSearchWithBackup.of(found, pod, snapshot).search();
        String node = search.decision().node();
        refused = node == null ? new Refused(pod, profile, search) : null;
        if (node != null) {
            snapshot = snapshot.placing(pod.assignedTo(node), search.taken());
        }
        return new Placement(search.decision(), search.taken());
    }

    private Decision unknown(Pod pod, Profile profile, String problem) {
        return new Decision(
                pod,
                profile.name(),
                snapshot.takenAt(),
                null,
                "where it may run is not known, as the pod cannot be read: " + problem,
                snapshot.nodes().size(),
                0,
                Map.of(),
                Set.of(),
                List.of(),
                List.of());
    }
}
