package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.cluster.PodShape;
import java.util.ArrayList;
import java.util.List;

/** Pods as they would be in a member, for a what-if of its scheduler. */
public final class SimulatedPods {
    /** The profile of scheduler-service that places as kube-scheduler does. */
    static final String DEFAULT_PROFILE = "stock";

    private static final String DEFAULT_SCHEDULER = "default-scheduler";

    private SimulatedPods() {}

    /**
     * Returns the pods that the manifests make at once, each as often as it is made, up to a limit; one more than the
     * limit shows that there are more.
     */
    public static List<ObjectNode> of(List<Manifest> objects, RewriteTarget target, int most) {
        List<ObjectNode> pods = new ArrayList<>();
        for (Manifest manifest : objects) {
            int count = PodTemplates.runsPods(manifest) ? PodShapes.count(manifest) : 0;
            if (count <= 0) {
                continue;
            }
            ObjectNode pod = pod(PodTemplates.of(manifest, ManifestRewriter.rewrite(manifest, target, true)), target);
            for (int copy = 0; copy < count && pods.size() <= most; copy++) {
                pods.add(pod);
            }
        }
        return pods;
    }

    /** Returns pods of these sizes, each as often as its count says. */
    public static List<ObjectNode> ofShapes(List<PodShape> shapes, String namespace, int most) {
        List<ObjectNode> pods = new ArrayList<>();
        for (PodShape shape : shapes) {
            ObjectNode pod = JsonNodeFactory.instance.objectNode();
            pod.putObject("metadata").put("namespace", namespace);
            ObjectNode spec = pod.putObject("spec").put("schedulerName", DEFAULT_PROFILE);
            ObjectNode requests = spec.putArray("containers")
                    .addObject()
                    .put("name", "promised")
                    .putObject("resources")
                    .putObject("requests");
            requests.put("cpu", shape.milliCpu() + "m").put("memory", Long.toString(shape.bytes()));
            if (shape.gpus() > 0) {
                requests.put(PodShape.GPU, Integer.toString(shape.gpus()));
            }
            for (int copy = 0; copy < shape.count() && pods.size() <= most; copy++) {
                pods.add(pod);
            }
        }
        return pods;
    }

    private static ObjectNode pod(JsonNode template, RewriteTarget target) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = pod.putObject("metadata").put("namespace", target.namespace());
        for (String field : List.of("labels", "annotations")) {
            if (template.path("metadata").path(field).isObject()) {
                metadata.set(field, template.path("metadata").path(field));
            }
        }
        JsonNode spec = template.path("spec").deepCopy();
        String scheduler = spec.path("schedulerName").asText("");
        if (spec instanceof ObjectNode written && (scheduler.isEmpty() || scheduler.equals(DEFAULT_SCHEDULER))) {
            written.put("schedulerName", DEFAULT_PROFILE);
        }
        pod.set("spec", spec);
        return pod;
    }
}
