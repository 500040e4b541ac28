package dev.edgewise.offloader.kubernetes;

import static java.util.Map.entry;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.NodeStatus;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodStatus;
import io.fabric8.kubernetes.api.model.apps.ReplicaSet;
import io.fabric8.kubernetes.api.model.apps.ReplicaSetSpec;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.apps.StatefulSetSpec;
import java.util.Map;

/** Reads objects without most of the fields that this service does not use. They must not be written back. */
final class TrimmedObjectMapper {
    private static final String PODS_TEMPLATE = "template updateStrategy volumeClaimTemplates";

    private static final Map<Class<?>, String> NOT_READ = Map.ofEntries(
            entry(ObjectMeta.class, "managedFields finalizers generation selfLink"),
            entry(
                    PodSpec.class,
                    "affinity dnsConfig hostAliases imagePullSecrets readinessGates securityContext tolerations "
                            + "topologySpreadConstraints"),
            entry(
                    Container.class,
                    "args command env envFrom image lifecycle livenessProbe ports readinessProbe resizePolicy "
                            + "securityContext startupProbe volumeDevices volumeMounts"),
            entry(
                    PodStatus.class,
                    "containerStatuses ephemeralContainerStatuses initContainerStatuses hostIPs podIPs "
                            + "resourceClaimStatuses"),
            entry(
                    NodeStatus.class,
                    "addresses capacity config daemonEndpoints images nodeInfo volumesAttached volumesInUse"),
            entry(ReplicaSetSpec.class, PODS_TEMPLATE),
            entry(StatefulSetSpec.class, PODS_TEMPLATE),
            entry(ReplicaSet.class, "status"),
            entry(StatefulSet.class, "status"));

    private TrimmedObjectMapper() {}

    static ObjectMapper create() {
        return ApiServerObjectMappers.without(NOT_READ);
    }
}
