package dev.edgewise.embedded.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The kinds this API serves: the built-in ones, and those of custom resource definitions. */
public final class ResourceTypes {
    private static final String BUILT_IN =
            """
            - v1 bindings Binding N -
            - v1 configmaps ConfigMap N - cm
            - v1 endpoints Endpoints N - ep
            - v1 events Event N - ev
            - v1 limitranges LimitRange N - limits
            - v1 namespaces Namespace - S ns
            - v1 nodes Node - S no
            - v1 persistentvolumeclaims PersistentVolumeClaim N S pvc
            - v1 persistentvolumes PersistentVolume - S pv
            - v1 pods Pod N S po
            - v1 podtemplates PodTemplate N -
            - v1 replicationcontrollers ReplicationController N S rc
            - v1 resourcequotas ResourceQuota N S quota
            - v1 secrets Secret N -
            - v1 serviceaccounts ServiceAccount N - sa
            - v1 services Service N S svc
            apiextensions.k8s.io v1 customresourcedefinitions CustomResourceDefinition - S crd
            apps v1 controllerrevisions ControllerRevision N -
            apps v1 daemonsets DaemonSet N S ds
            apps v1 deployments Deployment N S deploy
            apps v1 replicasets ReplicaSet N S rs
            apps v1 statefulsets StatefulSet N S sts
            autoscaling v2 horizontalpodautoscalers HorizontalPodAutoscaler N S hpa
            batch v1 cronjobs CronJob N S cj
            batch v1 jobs Job N S
            coordination.k8s.io v1 leases Lease N -
            discovery.k8s.io v1 endpointslices EndpointSlice N -
            events.k8s.io v1 events Event N - ev
            networking.k8s.io v1 ingresses Ingress N S ing
            networking.k8s.io v1 networkpolicies NetworkPolicy N - netpol
            node.k8s.io v1 runtimeclasses RuntimeClass - -
            policy v1 poddisruptionbudgets PodDisruptionBudget N S pdb
            rbac.authorization.k8s.io v1 clusterrolebindings ClusterRoleBinding - -
            rbac.authorization.k8s.io v1 clusterroles ClusterRole - -
            rbac.authorization.k8s.io v1 rolebindings RoleBinding N -
            rbac.authorization.k8s.io v1 roles Role N -
            resource.k8s.io v1 deviceclasses DeviceClass - -
            resource.k8s.io v1 resourceclaims ResourceClaim N S
            resource.k8s.io v1 resourceclaimtemplates ResourceClaimTemplate N -
            resource.k8s.io v1 resourceslices ResourceSlice - -
            scheduling.k8s.io v1 priorityclasses PriorityClass - - pc
            storage.k8s.io v1 csidrivers CSIDriver - -
            storage.k8s.io v1 csinodes CSINode - -
            storage.k8s.io v1 csistoragecapacities CSIStorageCapacity N -
            storage.k8s.io v1 storageclasses StorageClass - - sc
            storage.k8s.io v1 volumeattachments VolumeAttachment - S
            """;

    private final Map<String, ResourceType> byPath = new LinkedHashMap<>();

    public ResourceTypes() {
        BUILT_IN.lines().map(ResourceTypes::parse).forEach(this::add);
    }

    private static ResourceType parse(String line) {
        String[] word = line.split(" ");
        return new ResourceType(
                word[0].equals("-") ? "" : word[0],
                word[1],
                word[2],
                word[3],
                word[4].equals("N"),
                word[5].equals("S"),
                List.of(word).subList(6, word.length));
    }

    /** Serves the kinds of a {@code CustomResourceDefinition} from now on, in each of its served versions. */
    public void define(ObjectNode definition) {
        JsonNode spec = definition.path("spec");
        for (JsonNode version : spec.path("versions")) {
            if (version.path("served").asBoolean(true)) {
                JsonNode names = spec.path("names");
                add(new ResourceType(
                        Json.text(spec, "group"),
                        Json.text(version, "name"),
                        Json.text(names, "plural"),
                        Json.text(names, "kind"),
                        Json.text(spec, "scope").equals("Namespaced"),
                        version.path("subresources").has("status"),
                        List.of()));
            }
        }
    }

    private void add(ResourceType type) {
        byPath.put(type.apiVersion() + "/" + type.plural(), type);
    }

    public ResourceType require(String apiVersion, String plural) {
        ResourceType type = byPath.get(apiVersion + "/" + plural);
        if (type == null) {
            throw ApiException.noSuchPath(apiVersion + "/" + plural);
        }
        return type;
    }

    public Collection<ResourceType> all() {
        return byPath.values();
    }
}
