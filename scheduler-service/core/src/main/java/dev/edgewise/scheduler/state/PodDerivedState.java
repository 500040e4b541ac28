package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.storage.Storage;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;
import org.pcollections.HashTreePMap;
import org.pcollections.PMap;

/**
 * State derived from the pods: their workloads, their nodes, their nominations and the volumes that they mount. Not
 * thread-safe.
 */
final class PodDerivedState {
    private final NodeTable nodes;
    private PMap<String, List<Pod>> nominated = HashTreePMap.empty();
    private WorkloadNodes workloads = WorkloadNodes.NONE;
    private ScheduledPodIndex placed = ScheduledPodIndex.NONE;
    private Storage storage = Storage.EMPTY;

    PodDerivedState(NodeTable nodes) {
        this.nodes = nodes;
    }

    PMap<String, List<Pod>> nominated() {
        return nominated;
    }

    WorkloadNodes workloads() {
        return workloads;
    }

    ScheduledPodIndex placed() {
        return placed;
    }

    Storage storage() {
        return storage;
    }

    /** Returns whether the change made a difference. */
    boolean changeStorage(UnaryOperator<Storage> change) {
        Storage before = storage;
        storage = change.apply(before);
        return storage != before;
    }

    /** Takes in the change of one pod; null where it is not there. */
    void replace(@Nullable Pod before, @Nullable Pod after) {
        mount(before, after);
        if (before != null && after != null && isIndexedAlike(before, after)) {
            nodes.removePod(before);
            nodes.addPod(after);
            return;
        }
        // First in, then out: a workload with one pod must not be forgotten between.
        workloads = after == null ? workloads : workloads.with(after);
        if (before != null) {
            workloads = workloads.without(before);
            withdraw(before);
        }
        if (after != null) {
            enter(after);
        }
    }

    private void mount(@Nullable Pod before, @Nullable Pod after) {
        if (before != null && after != null && mountAlike(before, after)) {
            return;
        }
        if (after != null && after.spec().nodeName() != null) {
            storage = storage.mounting(after);
        }
        if (before != null && before.spec().nodeName() != null) {
            storage = storage.unmounting(before);
        }
    }

    private static boolean mountAlike(Pod before, Pod after) {
        return before.namespace().equals(after.namespace())
                && Objects.equals(before.spec().nodeName(), after.spec().nodeName())
                && before.spec().volumes().equals(after.spec().volumes());
    }

    /** Tells whether the indexes stay as they are: most updates of a bound pod are about its containers. */
    private static boolean isIndexedAlike(Pod before, Pod after) {
        return before.isSameAs(after)
                && before.spec().nodeName() != null
                && before.spec().nodeName().equals(after.spec().nodeName())
                && before.status().phase() == after.status().phase()
                && before.terminating() == after.terminating()
                && before.workload().equals(after.workload())
                && before.labels().equals(after.labels())
                && before.spec().requests().equals(after.spec().requests())
                // A later version of a pod that is too large may be read in part.
                && before.spec().podAffinity().equals(after.spec().podAffinity())
                && Objects.equals(RemotePodDemand.ownerOf(before), RemotePodDemand.ownerOf(after));
    }

    private void enter(Pod pod) {
        if (pod.spec().nodeName() != null) {
            nodes.addPod(pod);
            placed = placed.with(pod);
        } else if (pod.status().nominatedNode() != null) {
            nominated = NominatedPods.plus(nominated, pod);
        }
    }

    private void withdraw(Pod pod) {
        if (pod.spec().nodeName() != null) {
            nodes.removePod(pod);
            placed = placed.without(pod);
        } else if (pod.status().nominatedNode() != null) {
            nominated = NominatedPods.minus(nominated, pod);
        }
    }
}
