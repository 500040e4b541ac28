package dev.edgewise.scheduler.kubernetes.watch;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ServerJson;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.ReplicationController;
import io.fabric8.kubernetes.api.model.ReplicationControllerSpec;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import io.fabric8.kubernetes.api.model.resource.v1.AllocatedDeviceStatus;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceAllocationResult;
import io.fabric8.kubernetes.api.model.resource.v1.DeviceClassSpec;
import io.fabric8.kubernetes.api.model.resource.v1.ResourceClaim;
import io.fabric8.kubernetes.api.model.storage.VolumeAttachment;

/**
 * Reads objects without the fields that no scheduler looks at: they are most of a pod's bytes, and no object is made of
 * them. What was read in this way must not be written back, as it would lose those fields.
 */
public final class LeanMapper {
    private LeanMapper() {}

    public static ObjectMapper create() {
        ObjectMapper mapper = ServerJson.mapper();
        mapper.addMixIn(ObjectMeta.class, LeanMetadata.class);
        mapper.addMixIn(PodSpec.class, LeanPodSpec.class);
        mapper.addMixIn(Container.class, LeanContainer.class);
        mapper.addMixIn(PodStatus.class, LeanPodStatus.class);
        mapper.addMixIn(ContainerStatus.class, LeanContainerStatus.class);
        mapper.addMixIn(Volume.class, LeanVolume.class);
        mapper.addMixIn(NodeStatus.class, LeanNodeStatus.class);
        mapper.addMixIn(VolumeAttachment.class, LeanStatus.class);
        mapper.addMixIn(ServiceSpec.class, LeanServiceSpec.class);
        mapper.addMixIn(ReplicationControllerSpec.class, LeanTemplate.class);
        mapper.addMixIn(ReplicaSetSpec.class, LeanTemplate.class);
        mapper.addMixIn(StatefulSetSpec.class, LeanTemplate.class);
        mapper.addMixIn(Service.class, LeanStatus.class);
        mapper.addMixIn(ReplicationController.class, LeanStatus.class);
        mapper.addMixIn(ReplicaSet.class, LeanStatus.class);
        mapper.addMixIn(StatefulSet.class, LeanStatus.class);
        mapper.addMixIn(ResourceClaim.class, LeanResourceClaim.class);
        mapper.addMixIn(DeviceAllocationResult.class, LeanDevices.class);
        mapper.addMixIn(AllocatedDeviceStatus.class, LeanDeviceStatus.class);
        mapper.addMixIn(DeviceClassSpec.class, LeanDeviceClass.class);
        return mapper.disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES);
    }

    @JsonIgnoreProperties({"managedFields", "finalizers", "generation", "selfLink"})
    private interface LeanMetadata {}

    @JsonIgnoreProperties({
        "activeDeadlineSeconds",
        "automountServiceAccountToken",
        "dnsConfig",
        "dnsPolicy",
        "enableServiceLinks",
        "ephemeralContainers",
        "hostAliases",
        "hostname",
        "imagePullSecrets",
        "readinessGates",
        "restartPolicy",
        "securityContext",
        "serviceAccount",
        "serviceAccountName",
        "subdomain",
        "terminationGracePeriodSeconds"
    })
    private interface LeanPodSpec {}

    @JsonIgnoreProperties({
        "args",
        "command",
        "env",
        "envFrom",
        "imagePullPolicy",
        "lifecycle",
        "livenessProbe",
        "readinessProbe",
        "resizePolicy",
        "securityContext",
        "startupProbe",
        "terminationMessagePath",
        "terminationMessagePolicy",
        "volumeDevices",
        "volumeMounts",
        "workingDir"
    })
    private interface LeanContainer {}

    @JsonIgnoreProperties({
        "ephemeralContainerStatuses",
        "hostIP",
        "hostIPs",
        "message",
        "observedGeneration",
        "podIP",
        "podIPs",
        "qosClass",
        "reason"
    })
    private interface LeanPodStatus {}

    @JsonIgnoreProperties({
        "allocatedResourcesStatus",
        "containerID",
        "image",
        "imageID",
        "lastState",
        "ready",
        "restartCount",
        "started",
        "state",
        "user",
        "volumeMounts"
    })
    private interface LeanContainerStatus {}

    @JsonIgnoreProperties({"configMap", "downwardAPI", "emptyDir", "hostPath", "nfs", "projected", "secret"})
    private interface LeanVolume {}

    @JsonIgnoreProperties({"addresses", "capacity", "conditions", "config", "daemonEndpoints", "nodeInfo"})
    private interface LeanNodeStatus {}

    @JsonIgnoreProperties({"clusterIPs", "externalIPs", "ipFamilies", "ports", "sessionAffinityConfig"})
    private interface LeanServiceSpec {}

    /** What makes up most of a controller of pods. */
    @JsonIgnoreProperties({
        "ordinals",
        "persistentVolumeClaimRetentionPolicy",
        "template",
        "updateStrategy",
        "volumeClaimTemplates"
    })
    private interface LeanTemplate {}

    @JsonIgnoreProperties("status")
    private interface LeanStatus {}

    @JsonIgnoreProperties("spec")
    private interface LeanResourceClaim {}

    @JsonIgnoreProperties("config")
    private interface LeanDevices {}

    @JsonIgnoreProperties({"data", "networkData"})
    private interface LeanDeviceStatus {}

    @JsonIgnoreProperties({"config", "selectors"})
    private interface LeanDeviceClass {}
}
