package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.Balloon;
import java.util.Map;

/**
 * The manifest of a balloon: a pod that sleeps on a given node, whatever the node's condition.
 *
 * @param namespace the service's own
 * @param image of a program that does nothing
 * @param priorityClass says for which pods other schedulers may evict it
 */
record BalloonManifest(String namespace, String image, String priorityClass) {
    /** The API server cuts a longer beginning, wherever that is. */
    private static final int LONGEST_NODE = 45;

    private static final int UNPRIVILEGED_ID = 65_535;
    private static final Resources NONE = Resources.NONE;

    /** Returns the manifest as JSON. */
    String on(String node, Resources room) {
        ObjectNode pod = JsonNodeFactory.instance.objectNode();
        pod.put("apiVersion", "v1").put("kind", "Pod");
        ObjectNode metadata = pod.putObject("metadata");
        metadata.put("namespace", namespace).put("generateName", beginning(node));
        metadata.putObject("labels").put(Names.BALLOON_LABEL, Balloon.USER);
        metadata.putObject("annotations").put("cluster-autoscaler.kubernetes.io/safe-to-evict", "true");
        ObjectNode spec = pod.putObject("spec");
        spec.put("nodeName", node)
                .put("priorityClassName", priorityClass)
                .put("terminationGracePeriodSeconds", 0)
                .put("automountServiceAccountToken", false)
                .put("enableServiceLinks", false);
        spec.putArray("tolerations").addObject().put("operator", "Exists");
        secure(spec);
        spec.putArray("containers").add(container(room));
        return pod.toString();
    }

    private ObjectNode container(Resources room) {
        ObjectNode container = JsonNodeFactory.instance.objectNode();
        container.put("name", "balloon").put("image", image).put("imagePullPolicy", "IfNotPresent");
        ObjectNode security = container.putObject("securityContext");
        security.put("allowPrivilegeEscalation", false).put("readOnlyRootFilesystem", true);
        security.putObject("capabilities").putArray("drop").add("ALL");
        ObjectNode resources = container.putObject("resources");
        ObjectNode requests = resources.putObject("requests");
        Map<String, String> none = NONE.quantities();
        room.quantities().forEach((name, quantity) -> {
            if (!quantity.equals(none.get(name))) {
                requests.put(name, quantity);
            }
        });
        if (requests.path("cpu").isMissingNode() && requests.path("memory").isMissingNode()) {
            // Huge pages alone are refused.
            requests.put("cpu", "1m");
        }
        if (!room.scalars().isEmpty()) {
            // Devices and huge pages are requested by their limits.
            ObjectNode limits = resources.putObject("limits");
            room.scalars().forEach((name, amount) -> limits.put(name, amount.toString()));
        }
        return container;
    }

    private static void secure(ObjectNode spec) {
        ObjectNode security = spec.putObject("securityContext");
        security.put("runAsNonRoot", true).put("runAsUser", UNPRIVILEGED_ID).put("runAsGroup", UNPRIVILEGED_ID);
        security.putObject("seccompProfile").put("type", "RuntimeDefault");
    }

    private static String beginning(String node) {
        String shortened = node.length() <= LONGEST_NODE ? node : node.substring(0, LONGEST_NODE);
        return "balloon-" + shortened.replaceAll("[.-]+$", "") + "-";
    }
}
