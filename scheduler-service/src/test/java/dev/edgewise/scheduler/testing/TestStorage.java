package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.storage.Claim;
import dev.edgewise.scheduler.storage.ClaimKey;
import dev.edgewise.scheduler.storage.StorageClass;
import dev.edgewise.scheduler.storage.Volume;
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

    public static Claim claim(String name, String storageClass, long bytes) {
        return claim(name, storageClass, bytes, "", null);
    }

    /** A claim as it is told once it is fully bound. */
    public static Claim bound(String name, String storageClass, long bytes, String volume) {
        return claim(name, storageClass, bytes, volume, null);
    }

    public static Claim selected(String name, String storageClass, long bytes, String node) {
        return claim(name, storageClass, bytes, "", new Claim.Selected(node, false));
    }

    private static Claim claim(
            String name, String storageClass, long bytes, String volume, Claim.@Nullable Selected selected) {
        return new Claim(
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
                LabelSelector.EVERYTHING,
                "");
    }

    /** An available volume that only the node can use. */
    public static Volume volume(String name, String storageClass, long bytes, String node) {
        return volume(name, storageClass, bytes, node, null);
    }

    public static Volume kept(String name, String storageClass, long bytes, String node, Claim claim) {
        return volume(name, storageClass, bytes, node, new Volume.Reserved(claim.key(), claim.uid()));
    }

    private static Volume volume(
            String name, String storageClass, long bytes, String node, Volume.@Nullable Reserved claim) {
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
                "",
                "");
    }
}
