package dev.edgewise.scheduler.volumes;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import dev.edgewise.scheduler.pipeline.Rejection;
import dev.edgewise.scheduler.storage.Claim;
import dev.edgewise.scheduler.storage.ClaimKey;
import dev.edgewise.scheduler.storage.Storage;
import dev.edgewise.scheduler.storage.StorageClass;
import dev.edgewise.scheduler.storage.Volume;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes whose CSI drivers have no slot left for their volumes. A volume that several pods of a node share
 * counts once; one that is still to be made counts too.
 */
public final class NodeVolumeLimits implements Filter {
    public static final String NAME = "NodeVolumeLimits";

    private static final Rejection TOO_MANY = Rejection.resolvable(NAME, "node(s) exceed max volume count");

    /** A volume as a driver counts it. */
    private record Attached(String driver, String handle) {}

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        Storage storage = snapshot.storage();
        Set<Attached> wanted = new HashSet<>();
        collect(pod, storage, wanted);
        return wanted.isEmpty() ? NodeCheck.PASS : node -> hasSlots(wanted, node, storage) ? null : TOO_MANY;
    }

    @Override
    public Set<ClusterEvent> wokenBy() {
        return Set.of(ClusterEvent.STORAGE_CHANGED, ClusterEvent.POD_REMOVED, ClusterEvent.NODE_ADDED);
    }

    private static boolean hasSlots(Set<Attached> wanted, NodeState node, Storage storage) {
        Map<String, Integer> limits = storage.attachLimitsOf(node.name());
        if (limits.isEmpty()) {
            return true;
        }
        Set<Attached> attached = new HashSet<>();
        node.pods().forEach(pod -> collect(pod, storage, attached));
        for (Map.Entry<String, Integer> limit : limits.entrySet()) {
            long missing = wanted.stream()
                    .filter(volume -> volume.driver().equals(limit.getKey()) && !attached.contains(volume))
                    .count();
            if (missing > 0 && missing + count(attached, limit.getKey()) > limit.getValue()) {
                return false;
            }
        }
        return true;
    }

    private static long count(Set<Attached> attached, String driver) {
        return attached.stream()
                .filter(volume -> volume.driver().equals(driver))
                .count();
    }

    private static void collect(Pod pod, Storage storage, Set<Attached> into) {
        for (PodVolumes.Claim mounted : pod.spec().volumes().claims()) {
            Claim claim = storage.claim(new ClaimKey(pod.namespace(), mounted.name()));
            Attached attached = claim == null ? null : attached(claim, storage);
            if (attached != null) {
                into.add(attached);
            }
        }
    }

    private static @Nullable Attached attached(Claim claim, Storage storage) {
        Volume volume = claim.volume().isEmpty() ? null : storage.volume(claim.volume());
        if (volume != null) {
            return volume.csiDriver().isEmpty() ? null : new Attached(volume.csiDriver(), volume.csiHandle());
        }
        StorageClass storageClass = storage.storageClass(claim.storageClass());
        return storageClass == null
                ? null
                : new Attached(storageClass.provisioner(), claim.key().toString());
    }
}
