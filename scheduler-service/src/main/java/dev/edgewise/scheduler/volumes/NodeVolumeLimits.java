package dev.edgewise.scheduler.volumes;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import dev.edgewise.scheduler.pipeline.Rejection;
import dev.edgewise.scheduler.storage.Attachments.Attachment;
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
 * counts once, and so does one that is attached to the node already; one that is still to be made counts too, and one
 * that no pod uses any more counts until it is detached.
 *
 * <p>Source: Filter in kubernetes, pkg/scheduler/framework/plugins/nodevolumelimits/csi.go, which counts a volume of the
 * pod twice where it is attached without a pod.
 */
public final class NodeVolumeLimits implements Filter {
    public static final String NAME = "NodeVolumeLimits";

    private static final Rejection TOO_MANY = Rejection.unschedulable(NAME, "node(s) exceed max volume count");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        if (pod.spec().volumes().isNone()) {
            return NodeCheck.PASS;
        }
        Storage storage = snapshot.storage();
        Set<CsiVolume> wanted = new HashSet<>();
        collect(pod, storage, wanted);
        return wanted.isEmpty() ? NodeCheck.PASS : node -> hasSlots(wanted, node, storage) ? null : TOO_MANY;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.STORAGE_CHANGED, ClusterEvent.POD_REMOVED, ClusterEvent.NODE_ADDED);
    }

    private static boolean hasSlots(Set<CsiVolume> wanted, NodeState node, Storage storage) {
        Map<String, Integer> limits = storage.attachments().limitsOf(node.name());
        if (wanted.stream().noneMatch(volume -> limits.containsKey(volume.driver()))) {
            return true;
        }
        Set<CsiVolume> attached = attachedTo(node, storage);
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

    private static long count(Set<CsiVolume> attached, String driver) {
        return attached.stream()
                .filter(volume -> volume.driver().equals(driver))
                .count();
    }

    private static Set<CsiVolume> attachedTo(NodeState node, Storage storage) {
        Set<CsiVolume> attached = new HashSet<>();
        node.pods().forEach(pod -> collect(pod, storage, attached));
        for (Attachment attachment : storage.attachments().of(node.name())) {
            Volume volume = storage.volume(attachment.volume());
            CsiVolume csi = volume == null || volume.migrated() ? null : volume.csi();
            if (csi != null) {
                attached.add(new CsiVolume(attachment.driver(), csi.handle()));
            }
        }
        return attached;
    }

    private static void collect(Pod pod, Storage storage, Set<CsiVolume> into) {
        PodVolumes volumes = pod.spec().volumes();
        into.addAll(volumes.inline());
        for (PodVolumes.Claim mounted : volumes.claims()) {
            Claim claim = storage.claim(new ClaimKey(pod.namespace(), mounted.name()));
            CsiVolume volume = claim == null ? null : volumeOf(claim, storage);
            if (volume != null) {
                into.add(volume);
            }
        }
    }

    private static @Nullable CsiVolume volumeOf(Claim claim, Storage storage) {
        Volume volume = claim.volume().isEmpty() ? null : storage.volume(claim.volume());
        if (volume != null) {
            return volume.csi();
        }
        StorageClass storageClass = storage.storageClass(claim.storageClass());
        String driver = storageClass == null ? "" : storageClass.csiDriver();
        return driver.isEmpty() ? null : new CsiVolume(driver, "claim " + claim.key());
    }
}
