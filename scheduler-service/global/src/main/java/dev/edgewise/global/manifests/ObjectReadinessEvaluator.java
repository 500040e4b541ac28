package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Says whether an object as the API server has it is ready: workloads by their pods, other kinds by their conditions,
 * and kinds without any by their existence.
 */
public final class ObjectReadinessEvaluator {
    private static final Map<String, Function<JsonNode, ObjectReadiness>> KINDS = Map.ofEntries(
            Map.entry("/Pod", PodReadiness::of),
            Map.entry("/ReplicationController", WorkloadReadiness::replicas),
            Map.entry("apps/ReplicaSet", WorkloadReadiness::replicas),
            Map.entry("apps/Deployment", WorkloadReadiness::deployment),
            Map.entry("apps/StatefulSet", WorkloadReadiness::statefulSet),
            Map.entry("apps/DaemonSet", WorkloadReadiness::daemonSet),
            Map.entry("batch/Job", WorkloadReadiness::job),
            Map.entry("/PersistentVolumeClaim", object -> phase(object, List.of("Bound"), "Lost")),
            Map.entry("/PersistentVolume", object -> phase(object, List.of("Bound", "Available"), "Failed")),
            Map.entry("/Namespace", object -> phase(object, List.of("Active"), "Terminating")),
            Map.entry("/Service", ObjectReadinessEvaluator::service),
            Map.entry("apiextensions.k8s.io/CustomResourceDefinition", object -> condition(object, "Established")));

    private ObjectReadinessEvaluator() {}

    /**
     * Returns whether the object is ready.
     *
     * @param pods those of the attempt, which say more about what a workload waits for; may be empty
     */
    public static ObjectReadiness of(JsonNode object, List<? extends JsonNode> pods) {
        String title = object.path("kind").asText() + " "
                + object.path("metadata").path("name").asText();
        if (object.path("metadata").has("deletionTimestamp")) {
            return ObjectReadiness.pending(title + " is being deleted");
        }
        ObjectReadiness readiness = KINDS.getOrDefault(
                        group(object) + "/" + object.path("kind").asText(), ObjectReadinessEvaluator::other)
                .apply(object);
        if (readiness.ready()) {
            return readiness;
        }
        String failed = readiness.failed();
        if (failed != null) {
            return ObjectReadiness.failed(title + ": " + failed);
        }
        return ObjectReadiness.pending(title + ": " + readiness.pending() + PodReadiness.trouble(object, pods));
    }

    /** Whether pods of its own say more about what the object waits for. */
    public static boolean isExplainedByPods(JsonNode object) {
        return !object.path("kind").asText().equals("Pod");
    }

    private static String group(JsonNode object) {
        String apiVersion = object.path("apiVersion").asText();
        int slash = apiVersion.indexOf('/');
        return slash < 0 ? "" : apiVersion.substring(0, slash);
    }

    private static ObjectReadiness phase(JsonNode object, List<String> ready, String failed) {
        String phase = object.path("status").path("phase").asText("Pending");
        if (phase.equals(failed)) {
            return ObjectReadiness.failed("its phase is " + phase);
        }
        return ready.contains(phase) ? ObjectReadiness.READY : ObjectReadiness.pending("its phase is " + phase);
    }

    private static ObjectReadiness service(JsonNode object) {
        boolean external = object.path("spec").path("type").asText().equals("LoadBalancer");
        boolean has =
                !object.path("status").path("loadBalancer").path("ingress").isEmpty();
        return !external || has
                ? ObjectReadiness.READY
                : ObjectReadiness.pending("its load balancer has no address yet");
    }

    private static ObjectReadiness other(JsonNode object) {
        if (Conditions.isStale(object)) {
            return ObjectReadiness.pending("its controller has not seen its last change");
        }
        if (Conditions.is(object, "Stalled", "True")) {
            return ObjectReadiness.failed(Conditions.text(object, "Stalled"));
        }
        for (String type : List.of("Ready", "Available")) {
            if (!Conditions.find(object, type).isMissingNode()) {
                return condition(object, type);
            }
        }
        return ObjectReadiness.READY;
    }

    private static ObjectReadiness condition(JsonNode object, String type) {
        return Conditions.is(object, type, "True")
                ? ObjectReadiness.READY
                : ObjectReadiness.pending(Conditions.text(object, type));
    }
}
