package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.surge.Scales;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The subresource {@code scale} of Deployments, by a patch that tests the number it changes. */
final class KubernetesScales implements Scales {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesScales.class);

    private static final int TOO_MANY_REQUESTS = 429;

    private final ApiRequests api;
    private final WriteGate gate;

    KubernetesScales(ApiRequests api, WriteGate gate) {
        this.api = api;
        this.gate = gate;
    }

    @Override
    public boolean change(Workload workload, int from, int to) throws MoveFailedException {
        LeaderCheck.requireLeading(gate);
        String path = "/apis/apps/v1/namespaces/" + workload.namespace() + "/deployments/" + workload.name() + "/scale";
        try {
            ApiResponse reply = api.patch(path, ApiRequests.JSON_PATCH, patch(workload.uid(), from, to));
            if (reply.isSuccess() && from != to) {
                LOG.info(
                        "Scaled a Deployment; deployment={}/{} replicas={}", workload.namespace(), workload.name(), to);
            }
            return answer(workload, reply);
        } catch (ApiUnavailableException e) {
            throw new MoveFailedException(why(workload, String.valueOf(e.getMessage())));
        }
    }

    private static String patch(String uid, int from, int to) {
        ArrayNode patch = JsonNodeFactory.instance.arrayNode();
        patch.addObject().put("op", "test").put("path", "/metadata/uid").put("value", uid);
        patch.addObject().put("op", "test").put("path", "/spec/replicas").put("value", from);
        patch.addObject().put("op", "replace").put("path", "/spec/replicas").put("value", to);
        return patch.toString();
    }

    /** 422: a test of the patch failed. */
    private static boolean answer(Workload workload, ApiResponse reply) throws MoveFailedException {
        if (reply.isSuccess()) {
            return true;
        }
        if (reply.code() == 404 || reply.code() == 422) {
            return false;
        }
        // Whoever asks too often is refused before anything is done.
        throw reply.isTransient() && reply.code() != TOO_MANY_REQUESTS
                ? new MoveFailedException(why(workload, reply.message()))
                : new MoveRefusedByApiException(why(workload, reply.message()));
    }

    private static String why(Workload workload, String answer) {
        return "Deployment " + workload.namespace() + "/" + workload.name() + " could not be scaled: " + answer;
    }
}
