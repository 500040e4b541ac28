package dev.edgewise.scheduler.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import org.jspecify.annotations.Nullable;

/** Sets or removes the taint that keeps other schedulers away from a node on which pods restart. */
final class NodeRestartTaintPatch {
    private NodeRestartTaintPatch() {}

    /**
     * A merge patch of that version of the node, as the list of taints is replaced as a whole.
     *
     * @param node as the API server sends it
     * @return null if nothing is to be changed
     */
    static @Nullable String patch(JsonNode node, boolean set) {
        ArrayNode taints = JsonNodeFactory.instance.arrayNode();
        boolean isSet = false;
        for (JsonNode taint : node.path("spec").path("taints")) {
            if (Names.RESTARTING_TAINT.equals(taint.path("key").asText())) {
                isSet = true;
            } else {
                taints.add(taint);
            }
        }
        if (isSet == set) {
            return null;
        }
        if (set) {
            taints.addObject().put("key", Names.RESTARTING_TAINT).put("effect", "NoSchedule");
        }
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata")
                .put(
                        "resourceVersion",
                        node.path("metadata").path("resourceVersion").asText());
        patch.putObject("spec").set("taints", taints);
        return patch.toString();
    }
}
