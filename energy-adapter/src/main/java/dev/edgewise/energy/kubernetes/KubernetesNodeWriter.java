package dev.edgewise.energy.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Names;
import dev.edgewise.energy.nodelabels.NodeChange;
import dev.edgewise.energy.nodelabels.NodeWriter;
import dev.edgewise.energy.nodes.NodeTaint;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;

/**
 * Writes to nodes by JSON merge patches. The list of taints is replaced as a whole, so the patch then names the version
 * it is made for.
 */
final class KubernetesNodeWriter implements NodeWriter {
    private final ApiServerClient api;

    KubernetesNodeWriter(ApiServerClient api) {
        this.api = api;
    }

    @Override
    public Outcome write(NodeChange change) {
        String path = "/api/v1/nodes/" + change.node().name();
        try {
            ApiResponse reply = api.patch(path, ApiServerClient.MERGE_PATCH, patch(change));
            return reply.isSuccess()
                    ? new Outcome(Result.WRITTEN, "")
                    : new Outcome(result(reply), "the API server refuses the " + what(change) + ": " + reply.message());
        } catch (ApiUnavailableException e) {
            return new Outcome(Result.UNAVAILABLE, String.valueOf(e.getMessage()));
        }
    }

    private static String what(NodeChange change) {
        if (change.taints() == null) {
            return "label";
        }
        return change.labels() ? "label or taint" : "taint";
    }

    private static Result result(ApiResponse reply) {
        if (reply.isTransient()) {
            return Result.UNAVAILABLE;
        }
        return reply.code() == 404 || reply.code() == 409 ? Result.OUTDATED : Result.REFUSED;
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
