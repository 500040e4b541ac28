package dev.edgewise.embedded.rules;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.embedded.store.Json;
import dev.edgewise.embedded.store.ObjectStore;
import dev.edgewise.embedded.store.ResourceType;
import dev.edgewise.embedded.store.ResourceTypes;
import java.util.stream.Stream;

/** Defaults that the API server sets when an object is created, as far as schedulers and controllers read them. */
public final class Defaults {
    private final PodAdmission admission;

    public Defaults(ObjectStore store, ResourceTypes types) {
        admission = new PodAdmission(store, types);
    }

    public void apply(ResourceType type, ObjectNode object) {
        switch (type.qualified()) {
            case "pods" -> pod(object);
            case "namespaces" -> namespace(object);
            case "nodes" -> Json.child(object, "spec");
            case "persistentvolumes" -> phase(object, "Pending");
            case "persistentvolumeclaims" -> {
                Json.putIfAbsent(Json.child(object, "spec"), "volumeMode", "Filesystem");
                phase(object, "Pending");
            }
            case "storageclasses.storage.k8s.io" -> {
                Json.putIfAbsent(object, "reclaimPolicy", "Delete");
                Json.putIfAbsent(object, "volumeBindingMode", "Immediate");
            }
            case "priorityclasses.scheduling.k8s.io" ->
                Json.putIfAbsent(object, "preemptionPolicy", "PreemptLowerPriority");
            case "deployments.apps", "replicasets.apps", "statefulsets.apps" -> workload(object, true);
            case "daemonsets.apps" -> workload(object, false);
            default -> {}
        }
    }

    private void pod(ObjectNode pod) {
        ObjectNode spec = Json.child(pod, "spec");
        podSpec(spec);
        admission.admit(pod);
        boolean gated = !spec.path("schedulingGates").isEmpty();
        ObjectNode status = pod.putObject("status").put("phase", "Pending");
        if (gated) {
            status.putArray("conditions")
                    .addObject()
                    .put("type", "PodScheduled")
                    .put("status", "False")
                    .put("reason", "SchedulingGated")
                    .put("message", "Scheduling is blocked due to non-empty scheduling gates");
        }
    }

    private static void podSpec(ObjectNode spec) {
        Json.putIfAbsent(spec, "schedulerName", "default-scheduler");
        Json.putIfAbsent(spec, "restartPolicy", "Always");
        Json.putIfAbsent(spec, "dnsPolicy", "ClusterFirst");
        Json.putIfAbsent(spec, "terminationGracePeriodSeconds", 30);
        Json.child(spec, "securityContext");
        boolean hostNetwork = spec.path("hostNetwork").asBoolean();
        requestsFromLimits(spec);
        Stream.of("containers", "initContainers")
                .flatMap(list -> Json.objects(spec.path(list)))
                .forEach(container -> {
                    requestsFromLimits(container);
                    Json.objects(container.path("ports")).forEach(port -> port(port, hostNetwork));
                });
    }

    private static void port(ObjectNode port, boolean hostNetwork) {
        Json.putIfAbsent(port, "protocol", "TCP");
        if (hostNetwork) {
            Json.putIfAbsent(port, "hostPort", port.path("containerPort").asInt());
        }
    }

    private static void requestsFromLimits(ObjectNode holder) {
        JsonNode limits = Json.at(holder, "resources", "limits");
        if (limits.isEmpty()) {
            return;
        }
        ObjectNode requests = Json.child(Json.child(holder, "resources"), "requests");
        limits.properties().forEach(limit -> requests.putIfAbsent(limit.getKey(), limit.getValue()));
    }

    private static void workload(ObjectNode workload, boolean replicated) {
        ObjectNode spec = Json.child(workload, "spec");
        if (replicated) {
            Json.putIfAbsent(spec, "replicas", 1);
        }
        podSpec(Json.child(Json.child(spec, "template"), "spec"));
    }

    private static void namespace(ObjectNode namespace) {
        ObjectNode metadata = Json.metadata(namespace);
        Json.child(metadata, "labels").put("kubernetes.io/metadata.name", Json.text(metadata, "name"));
        phase(namespace, "Active");
    }

    private static void phase(ObjectNode object, String phase) {
        Json.child(object, "status").put("phase", phase);
    }
}
