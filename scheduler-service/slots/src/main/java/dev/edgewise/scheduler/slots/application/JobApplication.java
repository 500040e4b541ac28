package dev.edgewise.scheduler.slots.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** A Job of Kubernetes with one pod for each slot, all at once. */
final class JobApplication implements ApplicationKind {
    @Override
    public String name() {
        return "job";
    }

    @Override
    public String group() {
        return "batch";
    }

    @Override
    public String version() {
        return "v1";
    }

    @Override
    public String kind() {
        return "Job";
    }

    @Override
    public String plural() {
        return "jobs";
    }

    @Override
    public ObjectNode manifest(ApplicationManifestInput request) {
        ObjectNode manifest = JsonNodeFactory.instance.objectNode();
        request.describe(manifest, this);
        ObjectNode spec = PodTemplates.copy(request.spec());
        // The result is read before the Job goes, and the controller of Jobs knows its pods by labels of its own.
        spec.remove("ttlSecondsAfterFinished");
        spec.remove("suspend");
        spec.remove("selector");
        spec.remove("manualSelector");
        spec.put("parallelism", request.size()).put("completions", request.size());
        if (!spec.has("backoffLimit") && !spec.has("backoffLimitPerIndex")) {
            spec.put("backoffLimit", 0);
        }
        if (!spec.has("podReplacementPolicy")) {
            // A pod that is being deleted still has its slot.
            spec.put("podReplacementPolicy", "Failed");
        }
        ObjectNode template = PodTemplates.object(spec, "template");
        ObjectNode pod = PodTemplates.object(template, "spec");
        if (!pod.has("restartPolicy")) {
            pod.put("restartPolicy", "Never");
        }
        PodTemplates.intoSlots(template, request);
        PodTemplates.requestSlot(template, request.slot(), PodTemplates.firstContainer(template));
        manifest.set("spec", spec);
        return manifest;
    }

    /**
     * The controller of Jobs says so a second later: it collects changes of pods. A pod of an indexed Job may be one
     * more for the same index.
     */
    @Override
    public boolean endsWithPods(JsonNode spec) {
        int completions = spec.path("completions").asInt(-1);
        return completions == spec.path("parallelism").asInt()
                && !spec.path("completionMode").asText().equals("Indexed");
    }

    @Override
    public Observation observe(JsonNode spec, JsonNode status) {
        for (JsonNode condition : status.path("conditions")) {
            boolean holds = condition.path("status").asText().equals("True");
            String type = condition.path("type").asText();
            if (holds && type.equals("Complete")) {
                return Observation.SUCCEEDED;
            }
            if (holds && type.equals("Failed")) {
                return Observation.failed(condition.path("reason").asText() + ": "
                        + condition.path("message").asText());
            }
        }
        int running = status.path("ready").asInt() + status.path("succeeded").asInt();
        return running > 0 && running >= spec.path("parallelism").asInt() ? Observation.RUNNING : Observation.PENDING;
    }
}
