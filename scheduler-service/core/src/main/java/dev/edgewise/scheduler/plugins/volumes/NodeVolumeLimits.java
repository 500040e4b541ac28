package dev.edgewise.scheduler.plugins.volumes;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodVolumes;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.model.storage.NodeVolumes;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Keeps pods off nodes whose CSI drivers have no slot left for their volumes. A volume that several pods of a node
 * share counts once, and so does one that is attached to the node already; one that is still to be made counts too, and
 * one that no pod uses any more counts until it is detached.
 *
 * <p>Source: Filter in kubernetes, pkg/scheduler/framework/plugins/nodevolumelimits/csi.go, which counts a volume of
 * the pod twice where it is attached without a pod.
 */
public final class NodeVolumeLimits implements Filter {
    public static final String NAME = "NodeVolumeLimits";

    private static final Rejection TOO_MANY = Rejection.unschedulable(NAME, "node(s) exceed max volume count");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        if (pod.spec().volumes().isNone()) {
            return PreparedNodeFilter.PASS;
        }
        Map<String, Set<CsiVolume>> wanted = new HashMap<>();
        for (CsiVolume volume : volumesOf(pod, snapshot.get(ClusterStorageObjects.FACT))) {
            wanted.computeIfAbsent(volume.driver(), driver -> new HashSet<>()).add(volume);
        }
        return wanted.isEmpty()
                ? PreparedNodeFilter.PASS
                : new SlotCheck(wanted, snapshot.get(ClusterStorageObjects.FACT));
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.STORAGE_CHANGED, ClusterEvent.POD_REMOVED, ClusterEvent.NODE_ADDED);
    }

    private static List<CsiVolume> volumesOf(Pod pod, ClusterStorageObjects storage) {
        PodVolumes volumes = pod.spec().volumes();
        if (volumes.isNone()) {
            return List.of();
        }
        List<CsiVolume> all = new ArrayList<>(volumes.inline());
        for (PodVolumes.Claim mounted : volumes.claims()) {
            CsiVolume volume = storage.csiVolumeOf(new ClaimKey(pod.namespace(), mounted.name()));
            if (volume != null) {
                all.add(volume);
            }
        }
        return all;
    }

    /**
     * Compares what the pod wants with the counts that the storage keeps of each node, whatever the node's pods mount.
     */
    private static final class SlotCheck implements PreparedNodeFilter {
        private final Map<String, Set<CsiVolume>> wanted;
        private final ClusterStorageObjects storage;
        /** Uses on the node that is asked about, beyond those that the storage counts; never zero. */
        private final Map<CsiVolume, Integer> moreUses = new HashMap<>();
        /** Additional volumes that these uses occupy, by driver. */
        private final Map<String, Integer> moreVolumes = new HashMap<>();

        SlotCheck(Map<String, Set<CsiVolume>> wanted, ClusterStorageObjects storage) {
            this.wanted = wanted;
            this.storage = storage;
        }

        @Override
        public @Nullable Rejection check(NodeState node) {
            Map<String, Integer> limits = storage.attachments().limitsOf(node.name());
            if (limits.isEmpty()) {
                return null;
            }
            NodeVolumes inUse = storage.inUseOn(node.name());
            for (Map.Entry<String, Set<CsiVolume>> ofDriver : wanted.entrySet()) {
                Integer limit = limits.get(ofDriver.getKey());
                if (limit != null && !hasSlots(ofDriver.getValue(), ofDriver.getKey(), limit, inUse)) {
                    return TOO_MANY;
                }
            }
            return null;
        }

        private boolean hasSlots(Set<CsiVolume> volumes, String driver, int limit, NodeVolumes inUse) {
            int used = inUse.count(driver) + moreVolumes.getOrDefault(driver, 0);
            int count = volumes.size();
            if (used + count <= limit) {
                return true;
            }
            if (count > Math.max(used, limit)) {
                // More than are in use, so that at least one is missing, and the node would have all of them.
                return false;
            }
            int missing = 0;
            for (CsiVolume volume : volumes) {
                missing += uses(volume, inUse) > 0 ? 0 : 1;
            }
            return missing == 0 || missing + used <= limit;
        }

        private int uses(CsiVolume volume, NodeVolumes inUse) {
            return inUse.usesOf(volume) + moreUses.getOrDefault(volume, 0);
        }

        @Override
        public void added(Pod pod, Node node) {
            change(pod, node, 1);
        }

        @Override
        public void removed(Pod pod, Node node) {
            change(pod, node, -1);
        }

        private void change(Pod pod, Node node, int more) {
            NodeVolumes inUse = storage.inUseOn(node.name());
            for (CsiVolume volume : volumesOf(pod, storage)) {
                if (wanted.containsKey(volume.driver())) {
                    int before = uses(volume, inUse);
                    moreUses.merge(volume, more, SlotCheck::sum);
                    boolean isFirstOrLast = (before > 0) != (before + more > 0);
                    if (isFirstOrLast) {
                        moreVolumes.merge(volume.driver(), more, SlotCheck::sum);
                    }
                }
            }
        }

        /** The sum; null, so that a map forgets it, if it is zero. */
        private static @Nullable Integer sum(int one, int other) {
            return one + other == 0 ? null : Integer.valueOf(one + other);
        }
    }
}
