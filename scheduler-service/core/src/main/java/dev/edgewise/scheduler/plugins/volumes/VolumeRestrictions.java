package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps pods apart that cannot share a disk, or a claim that only one pod may use. */
public final class VolumeRestrictions implements Filter {
    public static final String NAME = "VolumeRestrictions";

    private static final Rejection DISK_IN_USE = Rejection.unschedulable(NAME, "node(s) had no available disk");
    private static final Rejection CLAIM_IN_USE = Rejection.unschedulable(
            NAME,
            "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by"
                    + " another pod");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        Set<ClaimKey> exclusive = new HashSet<>();
        for (PodVolumes.Claim mounted : pod.spec().volumes().claims()) {
            ClaimKey key = new ClaimKey(pod.namespace(), mounted.name());
            VolumeClaim claim = snapshot.get(ClusterStorageObjects.FACT).claim(key);
            if (claim == null && !mounted.ephemeral()) {
                return PreparedNodeFilter.never(Rejection.unresolvable(NAME, MountedClaims.notFound(key)));
            }
            if (claim != null && !mounted.ephemeral() && claim.accessModes().contains(VolumeClaim.ONE_POD)) {
                exclusive.add(key);
            }
        }
        List<PodVolumes.InlineDisk> disks = pod.spec().volumes().disks();
        return disks.isEmpty() && exclusive.isEmpty()
                ? PreparedNodeFilter.PASS
                : new Check(new RequestedDisks(disks), exclusive, snapshot);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.POD_REMOVED, ClusterEvent.STORAGE_CHANGED, ClusterEvent.NODE_ADDED);
    }

    /** Counts how often the claims are used that only one pod may use, wherever that is. */
    private static final class Check implements PreparedNodeFilter {
        private final RequestedDisks disks;
        private final Set<ClaimKey> exclusive;
        private final ClusterStorageObjects storage;
        private int uses;

        Check(RequestedDisks disks, Set<ClaimKey> exclusive, Snapshot snapshot) {
            this.disks = disks;
            this.exclusive = exclusive;
            this.storage = snapshot.get(ClusterStorageObjects.FACT);
            this.uses = exclusive.stream().mapToInt(snapshot::usesOf).sum();
        }

        @Override
        public @Nullable Rejection check(NodeState node) {
            if (disks.clashOn(storage.inUseOn(node.name()))) {
                return DISK_IN_USE;
            }
            return uses > 0 ? CLAIM_IN_USE : null;
        }

        @Override
        public void added(Pod pod, Node node) {
            uses += usesOf(pod);
            disks.use(pod.spec().volumes().disks(), 1);
        }

        @Override
        public void removed(Pod pod, Node node) {
            uses -= usesOf(pod);
            disks.use(pod.spec().volumes().disks(), -1);
        }

        private int usesOf(Pod pod) {
            int count = 0;
            for (PodVolumes.Claim claim : pod.spec().volumes().claims()) {
                if (exclusive.contains(new ClaimKey(pod.namespace(), claim.name()))) {
                    count++;
                }
            }
            return count;
        }
    }
}
