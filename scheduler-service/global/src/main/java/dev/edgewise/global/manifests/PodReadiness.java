package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;

/** Readiness of pods, and what a pod that is not ready waits for. */
final class PodReadiness {
    private PodReadiness() {}

    static ObjectReadiness of(JsonNode pod) {
        JsonNode status = pod.path("status");
        String phase = status.path("phase").asText("Pending");
        if (phase.equals("Succeeded") || Conditions.is(pod, "Ready", "True")) {
            return ObjectReadiness.READY;
        }
        if (phase.equals("Failed")) {
            String reason = status.path("reason").asText("its containers failed");
            String message = status.path("message").asText("");
            return ObjectReadiness.failed("the pod failed, " + reason + (message.isEmpty() ? "" : ", " + message));
        }
        return ObjectReadiness.pending(waits(pod));
    }

    /** Returns what the first pod of the object waits for, to be appended to a sentence; empty if no pod says more. */
    static String trouble(JsonNode object, List<? extends JsonNode> pods) {
        if (!ObjectReadinessEvaluator.isExplainedByPods(object)) {
            return "";
        }
        String owner = object.path("metadata").path("name").asText();
        for (JsonNode pod : pods) {
            String name = pod.path("metadata").path("name").asText();
            if (name.startsWith(owner + "-") && !of(pod).ready()) {
                return "; pod " + name + ": " + of(pod).pending();
            }
        }
        return "";
    }

    private static String waits(JsonNode pod) {
        if (Conditions.is(pod, "PodScheduled", "False")) {
            return Conditions.text(pod, "PodScheduled");
        }
        for (String statuses : List.of("initContainerStatuses", "containerStatuses")) {
            for (JsonNode container : pod.path("status").path(statuses)) {
                JsonNode waiting = container.path("state").path("waiting");
                String reason = waiting.path("reason").asText("");
                if (!reason.isEmpty() && !reason.equals("PodInitializing") && !reason.equals("ContainerCreating")) {
                    String message = waiting.path("message").asText("");
                    return "container " + container.path("name").asText() + " waits, " + reason
                            + (message.isEmpty() ? "" : ", " + message);
                }
            }
        }
        return pod.path("status").path("phase").asText("Pending").equals("Running")
                ? "it is running, not ready"
                : "it is not running yet";
    }
}
