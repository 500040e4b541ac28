package dev.edgewise.scheduler.kubernetes.watch;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;
import java.util.Map;

/**
 * Reads objects without the fields that no scheduler looks at: they are most of an object's bytes, and nothing is made
 * of them. An object that was read in this way must not be written back, as it would lose those fields.
 */
public final class TrimmedObjectMapper {
    /** The largest fields of the controllers of pods. */
    private static final String PODS_TEMPLATE =
            "ordinals persistentVolumeClaimRetentionPolicy template updateStrategy volumeClaimTemplates";

    /** Fields that are not read, by the type that has them. */
    private static final Map<Class<?>, String> NOT_READ = Map.ofEntries(
            entry(ObjectMeta.class, "managedFields finalizers selfLink"),
            entry(NodeStatus.class, "addresses capacity conditions config daemonEndpoints nodeInfo"),
            entry(VolumeAttachment.class, "status"),
            entry(ServiceSpec.class, "clusterIPs externalIPs ipFamilies ports sessionAffinityConfig"),
            entry(ReplicationControllerSpec.class, PODS_TEMPLATE),
            entry(ReplicaSetSpec.class, PODS_TEMPLATE),
            entry(StatefulSetSpec.class, PODS_TEMPLATE),
            entry(Service.class, "status"),
            entry(ReplicationController.class, "status"),
            entry(ReplicaSet.class, "status"),
            entry(StatefulSet.class, "status"),
            entry(ResourceClaim.class, "spec"),
            entry(DeviceAllocationResult.class, "config"),
            entry(AllocatedDeviceStatus.class, "data networkData"),
            entry(DeviceClassSpec.class, "config selectors"));

    private TrimmedObjectMapper() {}

    /** Returns a mapper for objects of all kinds but pods. */
    public static ObjectMapper create() {
        return ApiServerObjectMappers.without(NOT_READ);
    }

    /** Returns a mapper for pods, which reads the same fields as from protobuf. */
    public static ObjectMapper pods() {
        return PodProtobufSchema.POD.mapper(ApiServerObjectMappers.lenient());
    }
}
