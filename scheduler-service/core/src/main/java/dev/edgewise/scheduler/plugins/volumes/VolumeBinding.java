package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps pods on nodes that can use their bound volumes, and where volumes for their waiting claims are to be had. */
public final class VolumeBinding implements Filter {
    public static final String NAME = "VolumeBinding";

    private static final String WRONG_NODE = "node(s) didn't match PersistentVolume's node affinity";
    private static final String NO_SUCH_VOLUME =
            "node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        if (pod.spec().volumes().claims().isEmpty()) {
            return PreparedNodeFilter.PASS;
        }
        ClusterStorageObjects storage = snapshot.get(ClusterStorageObjects.FACT);
        MountedClaims claims = MountedClaims.of(pod, storage);
        if (claims.problem() != null) {
            return PreparedNodeFilter.never(Rejection.unresolvable(NAME, claims.problem()));
        }
        List<VolumeCandidates> waiting = VolumeCandidates.of(claims.waiting(), storage);
        return node -> check(claims, waiting, storage, node);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.STORAGE_CHANGED, ClusterEvent.NODE_ADDED, ClusterEvent.NODE_LABELS_CHANGED);
    }

    private static @Nullable Rejection check(
            MountedClaims claims, List<VolumeCandidates> waiting, ClusterStorageObjects storage, NodeState node) {
        List<String> reasons = new ArrayList<>(2);
        String bound = whyNotBound(claims.bound(), storage, node);
        if (bound != null) {
            reasons.add(bound);
        }
        if (!waiting.isEmpty()) {
            String problem = VolumePlan.of(waiting, node.node()).problem();
            if (problem != null) {
                reasons.add(problem);
            }
        }
        return reasons.isEmpty() ? null : new Rejection(NAME, reasons, false);
    }

    private static @Nullable String whyNotBound(
            List<VolumeClaim> bound, ClusterStorageObjects storage, NodeState node) {
        for (VolumeClaim claim : bound) {
            Volume volume = storage.volume(claim.volume());
            if (volume == null) {
                return NO_SUCH_VOLUME;
            }
            if (!volume.isUsableOn(node.node())) {
                return WRONG_NODE;
            }
        }
        return null;
    }
}
