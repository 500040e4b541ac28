package dev.edgewise.global.manifests;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.List;
import java.util.Map;

/** The places in objects of Kubernetes' own kinds that make pods. */
final class PodTemplates {
    private static final List<String> WORKLOAD = List.of("spec", "template");

    private static final Map<String, List<String>> PATHS = Map.of(
            "/Pod", List.of(),
            "/ReplicationController", WORKLOAD,
            "apps/Deployment", WORKLOAD,
            "apps/StatefulSet", WORKLOAD,
            "apps/DaemonSet", WORKLOAD,
            "apps/ReplicaSet", WORKLOAD,
            "batch/Job", WORKLOAD,
            "batch/CronJob", List.of("spec", "jobTemplate", "spec", "template"));

    private PodTemplates() {}

    /**
     * Returns the object with the pod's metadata and spec, the root of a Pod itself; a missing node if the kind makes
     * no pods or its template is missing.
     */
    static JsonNode of(Manifest manifest, JsonNode root) {
        List<String> path = PATHS.get(manifest.group() + "/" + manifest.kind());
        if (path == null) {
            return MissingNode.getInstance();
        }
        JsonNode node = root;
        for (String name : path) {
            node = node.path(name);
        }
        return node;
    }

    /** Whether the manifest is of a kind that runs pods. */
    static boolean runsPods(Manifest manifest) {
        return PATHS.containsKey(manifest.group() + "/" + manifest.kind());
    }
}
