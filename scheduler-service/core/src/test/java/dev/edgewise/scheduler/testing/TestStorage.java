package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.PodVolumes.CsiVolume;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.storage.Attachments.Attachment;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.StorageClass;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Storage objects for tests, in namespace {@code default}; sizes in bytes. */
public final class TestStorage {
    public static final Set<String> ONE_NODE = Set.of("ReadWriteOnce");

    private TestStorage() {}

    public static ClaimKey key(String name) {
        return new ClaimKey("default", name);
    }

    /** A class whose claims wait for their first consumer, and find existing volumes only. */
    public static StorageClass local(String name) {
        return new StorageClass(name, "kubernetes.io/no-provisioner", true, List.of());
    }

    /** A class whose claims wait for their first consumer; volumes are made for them anywhere. */
    public static StorageClass made(String name) {
        return new StorageClass(name, "csi.example", true, List.of());
    }

    public static VolumeClaim claim(String name, String storageClass, long bytes) {
        return claim(name, storageClass, bytes, "", null);
    }

    /** A claim as it is reported once it is fully bound. */
    public static VolumeClaim bound(String name, String storageClass, long bytes, String volume) {
        return claim(name, storageClass, bytes, volume, null);
    }

    public static VolumeClaim selected(String name, String storageClass, long bytes, String node) {
        return claim(name, storageClass, bytes, "", new VolumeClaim.Selected(node, false));
    }

    /** A claim for a volume of that VolumeAttributesClass, which it is named after. */
    public static VolumeClaim claimOf(String attributesClass, String storageClass, long bytes) {
        return claim(attributesClass, storageClass, bytes, "", null, attributesClass, null);
    }

    /** The claim, in another namespace. */
    public static VolumeClaim in(String namespace, VolumeClaim claim) {
        return new VolumeClaim(
                new ClaimKey(namespace, claim.key().name()),
                claim.uid(),
                claim.volume(),
                claim.storageClass(),
                claim.bindCompleted(),
                claim.lost(),
                claim.terminating(),
                claim.selectedNode(),
                claim.accessModes(),
                claim.mode(),
                claim.requestedBytes(),
                claim.attributesClass(),
                claim.selector(),
                claim.ownerPod(),
                claim.problem());
    }

    /** @param volume that it is bound to; empty for none */
    public static VolumeClaim unreadable(String name, String volume, String problem) {
        return claim(name, "", -1, volume, null, "", problem);
    }

    private static VolumeClaim claim(
            String name, String storageClass, long bytes, String volume, VolumeClaim.@Nullable Selected selected) {
        return claim(name, storageClass, bytes, volume, selected, "", null);
    }

    private static VolumeClaim claim(
            String name,
            String storageClass,
            long bytes,
            String volume,
            VolumeClaim.@Nullable Selected selected,
            String attributesClass,
            @Nullable String problem) {
        return new VolumeClaim(
                key(name),
                "uid-of-" + name,
                volume,
                storageClass,
                !volume.isEmpty(),
                false,
                false,
                selected,
                ONE_NODE,
                "Filesystem",
                bytes,
                attributesClass,
                LabelSelector.EVERYTHING,
                "",
                problem);
    }

    /** An available volume that only the node can use. */
    public static Volume volume(String name, String storageClass, long bytes, String node) {
        return volume(name, storageClass, bytes, node, null);
    }

    public static Volume kept(String name, String storageClass, long bytes, String node, VolumeClaim claim) {
        return volume(name, storageClass, bytes, node, new Volume.Reserved(claim.key(), claim.uid()));
    }

    /** A volume of that VolumeAttributesClass, which it is named after. */
    public static Volume volumeOf(String attributesClass, String storageClass, long bytes, String node) {
        return volume(attributesClass, storageClass, bytes, node, null, attributesClass, null, false);
    }

    /** A volume that the driver attaches under the volume's name. */
    public static Volume csi(String name, String driver) {
        return csi(name, driver, false);
    }

    /** @param migrated whether it is written as one of an in-tree plugin */
    public static Volume csi(String name, String driver, boolean migrated) {
        return volume(name, "disk", 10, "n1", null, "", new CsiVolume(driver, name), migrated);
    }

    /** An attachment called {@code <volume> on <node>}. */
    public static Attachment attached(String volume, String node, String driver) {
        return new Attachment(volume + " on " + node, node, driver, volume);
    }

    private static Volume volume(
            String name, String storageClass, long bytes, String node, Volume.@Nullable Reserved claim) {
        return volume(name, storageClass, bytes, node, claim, "", null, false);
    }

    private static Volume volume(
            String name,
            String storageClass,
            long bytes,
            String node,
            Volume.@Nullable Reserved claim,
            String attributesClass,
            @Nullable CsiVolume csi,
            boolean migrated) {
        NodeTerm onNode = new NodeTerm(List.of(), List.of(Requirement.in(NodeTerm.NAME_FIELD, node)));
        return new Volume(
                name,
                Map.of(),
                storageClass,
                bytes,
                ONE_NODE,
                "Filesystem",
                true,
                false,
                List.of(onNode),
                claim,
                attributesClass,
                csi,
                migrated);
    }
}
