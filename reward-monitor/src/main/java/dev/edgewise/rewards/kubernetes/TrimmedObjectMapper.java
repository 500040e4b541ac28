package dev.edgewise.rewards.kubernetes;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import io.fabric8.kubernetes.api.model.ContainerStatus;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import java.util.Map;

/** Reads objects without fields that are not used here. They must not be written back. */
final class TrimmedObjectMapper {
    private static final Map<Class<?>, String> NOT_READ = Map.ofEntries(
            entry(ObjectMeta.class, "annotations managedFields finalizers generation selfLink"),
            entry(
                    PodSpec.class,
                    "activeDeadlineSeconds affinity automountServiceAccountToken containers dnsConfig dnsPolicy "
                            + "enableServiceLinks ephemeralContainers hostAliases hostname imagePullSecrets "
                            + "initContainers nodeSelector overhead priorityClassName readinessGates resourceClaims "
                            + "resources schedulerName schedulingGates securityContext serviceAccount "
                            + "serviceAccountName subdomain tolerations topologySpreadConstraints volumes"),
            entry(
                    PodStatus.class,
                    "ephemeralContainerStatuses hostIP hostIPs observedGeneration podIP podIPs qosClass "
                            + "resourceClaimStatuses"),
            entry(
                    ContainerStatus.class,
                    "allocatedResources allocatedResourcesStatus containerID image imageID resources started user "
                            + "volumeMounts"),
            entry(Node.class, "spec"),
            entry(
                    NodeStatus.class,
                    "addresses allocatable capacity config daemonEndpoints features images nodeInfo runtimeHandlers "
                            + "volumesAttached volumesInUse"),
            entry(Event.class, "action reportingInstance"));

    private TrimmedObjectMapper() {}

    static ObjectMapper create() {
        return ApiServerObjectMappers.without(NOT_READ);
    }
}
