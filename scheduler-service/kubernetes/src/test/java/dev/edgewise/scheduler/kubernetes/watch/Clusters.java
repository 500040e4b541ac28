package dev.edgewise.scheduler.kubernetes.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.scheduler.conformance.Vectors.Scenario;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodSelectorObjectKey;
import dev.edgewise.scheduler.model.PodSelectorObjectKey.Kind;
import dev.edgewise.scheduler.model.devices.DeviceClaims;
import dev.edgewise.scheduler.model.storage.Attachments.Attachment;
import dev.edgewise.scheduler.model.storage.ClusterStorageObjects;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NamespaceLabels;
import dev.edgewise.scheduler.state.PodSelectors;
import dev.edgewise.scheduler.state.Snapshot;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Namespace;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClass;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.storage.CSIDriver;
import io.fabric8.kubernetes.api.model.storage.CSINode;
import io.fabric8.kubernetes.api.model.storage.CSIStorageCapacity;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Recorded clusters as the scheduler sees them. */
public final class Clusters {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final KubernetesSerialization KUBERNETES = new KubernetesSerialization(JSON, false);
    private static final Clock CLOCK = Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC);

    private Clusters() {}

    public static Snapshot snapshot(Scenario scenario) {
        ClusterState state = new ClusterState(CLOCK);
        each(
                scenario,
                "namespaces",
                Namespace.class,
                namespace -> state.change(
                        NamespaceLabels.FACT,
                        all -> all.with(
                                namespace.getMetadata().getName(),
                                Objects.requireNonNullElse(
                                        namespace.getMetadata().getLabels(), Map.of()))));
        each(scenario, "nodes", Node.class, node -> state.putNode(NodeConverter.convert(node)));
        each(
                scenario,
                "pods",
                io.fabric8.kubernetes.api.model.Pod.class,
                pod -> state.putPod(PodConverter.convert(pod)));
        selectors(scenario, state);
        storage(scenario, state);
        devices(scenario, state);
        return state.snapshot();
    }

    private static void selectors(Scenario scenario, ClusterState state) {
        each(
                scenario,
                "services",
                Service.class,
                service -> state.change(
                        PodSelectors.FACT,
                        all -> all.with(key(Kind.SERVICE, service), SelectorConverter.convert(service))));
        each(
                scenario,
                "replicationControllers",
                ReplicationController.class,
                controller -> state.change(
                        PodSelectors.FACT,
                        all -> all.with(
                                key(Kind.REPLICATION_CONTROLLER, controller), SelectorConverter.convert(controller))));
        each(
                scenario,
                "replicaSets",
                ReplicaSet.class,
                set -> state.change(
                        PodSelectors.FACT,
                        all -> all.with(key(Kind.REPLICA_SET, set), SelectorConverter.convert(set))));
        each(
                scenario,
                "statefulSets",
                StatefulSet.class,
                set -> state.change(
                        PodSelectors.FACT,
                        all -> all.with(key(Kind.STATEFUL_SET, set), SelectorConverter.convert(set))));
    }

    private static PodSelectorObjectKey key(Kind kind, HasMetadata object) {
        return new PodSelectorObjectKey(
                kind, object.getMetadata().getNamespace(), object.getMetadata().getName());
    }

    private static void storage(Scenario scenario, ClusterState state) {
        each(
                scenario,
                "persistentVolumeClaims",
                PersistentVolumeClaim.class,
                claim -> state.change(
                        ClusterStorageObjects.FACT, storage -> storage.withClaim(StorageConverter.convert(claim))));
        each(
                scenario,
                "persistentVolumes",
                PersistentVolume.class,
                volume -> state.change(
                        ClusterStorageObjects.FACT, storage -> storage.withVolume(StorageConverter.convert(volume))));
        each(
                scenario,
                "storageClasses",
                StorageClass.class,
                storageClass -> state.change(
                        ClusterStorageObjects.FACT,
                        storage -> storage.withClass(StorageConverter.convert(storageClass))));
        each(
                scenario,
                "csiDrivers",
                CSIDriver.class,
                driver -> state.change(
                        ClusterStorageObjects.FACT,
                        storage -> storage.withDriver(
                                driver.getMetadata().getName(), StorageConverter.tracksCapacity(driver))));
        each(
                scenario,
                "csiNodes",
                CSINode.class,
                node -> state.change(
                        ClusterStorageObjects.FACT,
                        storage -> storage.limiting(all ->
                                all.withLimits(node.getMetadata().getName(), AttachmentConverter.limits(node)))));
        each(scenario, "volumeAttachments", VolumeAttachment.class, object -> {
            Attachment attachment = AttachmentConverter.convert(object);
            if (attachment != null) {
                state.change(ClusterStorageObjects.FACT, storage -> storage.withAttachment(attachment));
            }
        });
        each(
                scenario,
                "csiStorageCapacities",
                CSIStorageCapacity.class,
                capacity -> state.change(
                        ClusterStorageObjects.FACT,
                        storage -> storage.withCapacity(StorageConverter.convert(capacity))));
    }

    private static void devices(Scenario scenario, ClusterState state) {
        each(
                scenario,
                "resourceClaims",
                ResourceClaim.class,
                claim -> state.change(
                        DeviceClaims.FACT, devices -> devices.with(ResourceClaimConverter.convert(claim))));
        each(
                scenario,
                "deviceClasses",
                DeviceClass.class,
                deviceClass -> state.change(
                        DeviceClaims.FACT,
                        devices -> devices.withClass(
                                deviceClass.getMetadata().getName(),
                                ResourceClaimConverter.extendedResource(deviceClass))));
    }

    public static Pod pod(JsonNode json) {
        return PodConverter.convert(read(json, io.fabric8.kubernetes.api.model.Pod.class));
    }

    private static <T> void each(Scenario scenario, String kind, Class<T> type, Consumer<T> consumer) {
        scenario.all(kind).forEach(json -> consumer.accept(read(json, type)));
    }

    private static <T> T read(JsonNode json, Class<T> type) {
        return KUBERNETES.convertValue(json, type);
    }
}
