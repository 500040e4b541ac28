package dev.edgewise.energy.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.energy.marks.NodeChange;
import dev.edgewise.energy.marks.NodeWriter;
import dev.edgewise.energy.nodes.NodeTaint;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes to nodes by JSON merge patches. The list of taints is replaced as a whole, so the patch then names the version it is made for. */
final class NodePatches implements NodeWriter {
    private static final Logger LOG = LoggerFactory.getLogger(NodePatches.class);

    private final ApiRequests api;
    private volatile boolean away;

    NodePatches(ApiRequests api) {
        this.api = api;
    }

    @Override
    public Result write(NodeChange change) {
        String node = change.node().name();
        try {
            ApiResponse reply = api.patch("/api/v1/nodes/" + node, ApiRequests.MERGE_PATCH, patch(change));
            return result(node, reply);
        } catch (ApiUnavailableException e) {
            return unavailable(String.valueOf(e.getMessage()));
        }
    }

    private Result result(String node, ApiResponse reply) {
        if (reply.isTransient()) {
            return unavailable(reply.message());
        }
        if (away) {
            LOG.info("Nodes are marked again");
            away = false;
        }
        if (reply.isSuccess()) {
            return Result.WRITTEN;
        }
        if (reply.code() == 404 || reply.code() == 409) {
            return Result.OUTDATED;
        }
        LOG.warn("The API server refuses the label or taint of node {}: {}", node, reply.message());
        return Result.REFUSED;
    }

    private Result unavailable(String problem) {
        if (!away) {
            LOG.warn("Nodes keep their labels until the API server answers: {}", problem);
        }
        away = true;
        return Result.UNAVAILABLE;
    }

    private static String patch(NodeChange change) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        ObjectNode metadata = patch.putObject("metadata");
        if (change.labels()) {
            // A null removes the label.
            metadata.putObject("labels")
                    .put(
                            Names.ENERGY_LABEL,
                            change.level() == null ? null : change.level().label());
        }
        if (change.taints() != null) {
            metadata.put("resourceVersion", change.node().version());
            ArrayNode taints = patch.putObject("spec").putArray("taints");
            change.taints().forEach(taint -> write(taints.addObject(), taint));
        }
        return patch.toString();
    }

    private static void write(ObjectNode json, NodeTaint taint) {
        json.put("key", taint.key()).put("effect", taint.effect());
        if (taint.value() != null) {
            json.put("value", taint.value());
        }
        if (taint.timeAdded() != null) {
            json.put("timeAdded", taint.timeAdded());
        }
    }
}
