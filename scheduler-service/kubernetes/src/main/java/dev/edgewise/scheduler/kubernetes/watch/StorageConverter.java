package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.limits.Quantities;
import dev.edgewise.scheduler.kubernetes.limits.RetainedSizeEstimator;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.storage.ClaimKey;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects.Capacity;
import dev.edgewise.scheduler.model.storage.StorageClass;
import dev.edgewise.scheduler.model.storage.Volume;
import dev.edgewise.scheduler.model.storage.VolumeClaim;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.TopologySelectorTerm;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.CSIStorageCapacity;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Reads the storage objects of the API. */
public final class StorageConverter {
    private static final String BIND_COMPLETED = "pv.kubernetes.io/bind-completed";
    private static final String SELECTED_NODE = "volume.kubernetes.io/selected-node";
    /** The annotation that held the class before it was a field. */
    private static final String CLASS_ANNOTATION = "volume.beta.kubernetes.io/storage-class";

    /**
     * The maximum length of a uid, one more than a pod's, with which it is compared; the API server accepts any length
     * in a reference.
     */
    private static final int LONGEST_UID = 64;

    private static final String FILESYSTEM = "Filesystem";
    private static final String STORAGE = "storage";

    private StorageConverter() {}

    /** @throws InvalidObjectException naming the field that cannot be understood */
    public static VolumeClaim convert(PersistentVolumeClaim claim) {
        var spec = claim.getSpec();
        return claim(
                claim,
                bytes(
                        spec.getResources() == null
                                ? null
                                : orEmpty(spec.getResources().getRequests()).get(STORAGE)),
                spec.getSelector() == null
                        ? LabelSelector.EVERYTHING
                        : RetainedSizeEstimator.checked(
                                "spec.selector",
                                FieldReader.in("spec.selector", () -> Selectors.labels(spec.getSelector()))),
                null);
    }

    /** Returns a claim for an unreadable object: everything but its requirements of a volume. */
    static VolumeClaim unreadable(PersistentVolumeClaim claim, InvalidObjectException problem) {
        return claim(claim, -1, LabelSelector.NOTHING, problem.getMessage());
    }

    private static VolumeClaim claim(
            PersistentVolumeClaim claim, long bytes, LabelSelector selector, @Nullable String problem) {
        ObjectMeta metadata = claim.getMetadata();
        Map<String, String> annotations = orEmpty(metadata.getAnnotations());
        var spec = claim.getSpec();
        return new VolumeClaim(
                new ClaimKey(metadata.getNamespace(), metadata.getName()),
                Objects.requireNonNullElse(metadata.getUid(), ""),
                FieldReader.name(Objects.requireNonNullElse(spec.getVolumeName(), "")),
                FieldReader.name(annotations.getOrDefault(
                        CLASS_ANNOTATION, Objects.requireNonNullElse(spec.getStorageClassName(), ""))),
                annotations.containsKey(BIND_COMPLETED),
                claim.getStatus() != null && "Lost".equals(claim.getStatus().getPhase()),
                metadata.getDeletionTimestamp() != null,
                selected(annotations.get(SELECTED_NODE)),
                Set.copyOf(orEmpty(spec.getAccessModes())),
                Objects.requireNonNullElse(spec.getVolumeMode(), FILESYSTEM),
                bytes,
                Objects.requireNonNullElse(spec.getVolumeAttributesClassName(), ""),
                selector,
                controller(metadata),
                problem);
    }

    public static Volume convert(PersistentVolume volume) {
        ObjectMeta metadata = volume.getMetadata();
        var spec = volume.getSpec();
        return new Volume(
                metadata.getName(),
                orEmpty(metadata.getLabels()),
                orEmpty(metadata.getAnnotations())
                        .getOrDefault(CLASS_ANNOTATION, Objects.requireNonNullElse(spec.getStorageClassName(), "")),
                bytes(orEmpty(spec.getCapacity()).get(STORAGE)),
                Set.copyOf(orEmpty(spec.getAccessModes())),
                Objects.requireNonNullElse(spec.getVolumeMode(), FILESYSTEM),
                volume.getStatus() != null
                        && "Available".equals(volume.getStatus().getPhase()),
                metadata.getDeletionTimestamp() != null,
                nodeAffinity(volume),
                reserved(volume),
                Objects.requireNonNullElse(spec.getVolumeAttributesClassName(), ""),
                CsiVolumeConverter.of(volume),
                spec.getCsi() == null);
    }

    public static StorageClass convert(io.fabric8.kubernetes.api.model.storage.StorageClass storageClass) {
        return new StorageClass(
                storageClass.getMetadata().getName(),
                Objects.requireNonNullElse(storageClass.getProvisioner(), ""),
                "WaitForFirstConsumer".equals(storageClass.getVolumeBindingMode()),
                orEmpty(storageClass.getAllowedTopologies()).stream()
                        .map(StorageConverter::topology)
                        .toList());
    }

    public static Capacity convert(CSIStorageCapacity capacity) {
        Quantity largest =
                capacity.getMaximumVolumeSize() != null ? capacity.getMaximumVolumeSize() : capacity.getCapacity();
        return new Capacity(
                new ClaimKey(
                        Objects.requireNonNullElse(capacity.getMetadata().getNamespace(), ""),
                        capacity.getMetadata().getName()),
                capacity.getStorageClassName(),
                Selectors.labels(capacity.getNodeTopology()),
                bytes(largest));
    }

    /** Whether the driver publishes its capacity. */
    public static boolean tracksCapacity(CSIDriver driver) {
        return driver.getSpec() != null && Boolean.TRUE.equals(driver.getSpec().getStorageCapacity());
    }

    private static NodeTerm topology(TopologySelectorTerm term) {
        return new NodeTerm(
                orEmpty(term.getMatchLabelExpressions()).stream()
                        .map(expression -> new Requirement(
                                expression.getKey(), Requirement.Operator.IN, orEmpty(expression.getValues())))
                        .toList(),
                List.of());
    }

    private static @Nullable List<NodeTerm> nodeAffinity(PersistentVolume volume) {
        var affinity = volume.getSpec().getNodeAffinity();
        return affinity == null || affinity.getRequired() == null
                ? null
                : FieldReader.each(
                        "spec.nodeAffinity.required.nodeSelectorTerms",
                        affinity.getRequired().getNodeSelectorTerms(),
                        Selectors::nodeTerm);
    }

    private static Volume.@Nullable Reserved reserved(PersistentVolume volume) {
        var claim = volume.getSpec().getClaimRef();
        return claim == null
                ? null
                : new Volume.Reserved(
                        new ClaimKey(claim.getNamespace(), claim.getName()),
                        Objects.requireNonNullElse(claim.getUid(), ""));
    }

    private static VolumeClaim.@Nullable Selected selected(@Nullable String node) {
        return node == null ? null : new VolumeClaim.Selected(FieldReader.name(node), false);
    }

    static String controller(ObjectMeta metadata) {
        for (OwnerReference owner : orEmpty(metadata.getOwnerReferences())) {
            if (Boolean.TRUE.equals(owner.getController())) {
                String uid = owner.getUid();
                return uid.length() <= LONGEST_UID ? uid : uid.substring(0, LONGEST_UID);
            }
        }
        return "";
    }

    private static long bytes(@Nullable Quantity quantity) {
        return quantity == null ? -1 : Quantities.units(STORAGE, quantity);
    }

    private static <K, V> Map<K, V> orEmpty(@Nullable Map<K, V> map) {
        return map == null ? Map.of() : map;
    }

    private static <T> List<T> orEmpty(@Nullable List<T> list) {
        return list == null ? List.of() : list;
    }
}
