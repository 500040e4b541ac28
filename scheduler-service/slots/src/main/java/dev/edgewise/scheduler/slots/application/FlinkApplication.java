package dev.edgewise.scheduler.slots.application;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * A FlinkDeployment of the Flink operator. Each task manager has a slot; the job manager has none. The operator keeps a
 * finished job's pods, so the object is deleted at its end, as all applications are.
 */
final class FlinkApplication implements ApplicationKind {
    private static final String MAIN_CONTAINER = "flink-main-container";
    private static final double MILLIS = 1000;

    @Override
    public String name() {
        return "flink";
    }

    @Override
    public String group() {
        return "flink.apache.org";
    }

    @Override
    public String version() {
        return "v1beta1";
    }

    @Override
    public String kind() {
        return "FlinkDeployment";
    }

    @Override
    public String plural() {
        return "flinkdeployments";
    }

    @Override
    public ObjectNode manifest(ApplicationManifestInput request) {
        ObjectNode manifest = JsonNodeFactory.instance.objectNode();
        request.describe(manifest, this);
        ObjectNode spec = PodTemplates.copy(request.spec());
        String size = Integer.toString(request.size());
        // The operator merges it with that of task managers.
        PodTemplates.outOfSlots(spec.path("podTemplate"));
        ObjectNode configuration = PodTemplates.object(spec, "flinkConfiguration");
        withoutPlacement(configuration);
        // One slot of Flink in each task manager; with replicas, the job's own parallelism does not count.
        configuration
                .put("taskmanager.numberOfTaskSlots", "1")
                .put("slotmanager.number-of-slots.min", size)
                .put("slotmanager.number-of-slots.max", size);
        ObjectNode job = PodTemplates.object(spec, "job");
        job.put("state", "running");
        if (!job.has("upgradeMode")) {
            job.put("upgradeMode", "stateless");
        }
        ObjectNode manager = PodTemplates.object(spec, "taskManager");
        manager.put("replicas", request.size());
        // Version 1.16 of the operator has a field resources as well, and still reads this one.
        manager.remove("resources");
        manager.putObject("resource")
                .put("cpu", request.slot().milliCpu() / MILLIS)
                .put("memory", request.mebibytes() + "m");
        ObjectNode template = PodTemplates.object(manager, "podTemplate");
        PodTemplates.intoSlots(template, request);
        PodTemplates.requestSlot(template, request.slot(), PodTemplates.container(template, MAIN_CONTAINER));
        manifest.set("spec", spec);
        return manifest;
    }

    /**
     * Removes the settings by which task managers would have other slots than those of the template, or other nodes.
     */
    private static void withoutPlacement(ObjectNode configuration) {
        configuration.remove("kubernetes.taskmanager.node-selector");
        for (String names : List.of("kubernetes.taskmanager.annotations", "kubernetes.taskmanager.labels")) {
            String text = configuration.path(names).asText();
            if (PodTemplates.RESERVED.stream().anyMatch(text::contains)) {
                configuration.remove(names);
            }
        }
    }

    @Override
    public Observation observe(JsonNode spec, JsonNode status) {
        if (status.path("lifecycleState").asText().equals("FAILED")) {
            return Observation.failed("FAILED: " + status.path("error").asText());
        }
        String state = status.path("jobStatus").path("state").asText();
        return switch (state) {
            case "FINISHED" -> Observation.SUCCEEDED;
            case "FAILED", "CANCELED" ->
                Observation.failed(state + ": " + status.path("error").asText());
            case "RUNNING" -> Observation.RUNNING;
            default -> Observation.PENDING;
        };
    }
}
