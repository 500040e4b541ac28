package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.surge.DeploymentScaler;
import dev.edgewise.offloader.surge.Surge;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The subresource {@code scale} of Deployments, by a patch that tests the number it changes, and who set it (decision
 * 0058).
 */
final class KubernetesDeploymentScaler implements DeploymentScaler {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesDeploymentScaler.class);

    private static final String MANAGER = "edgewise-surge.";
    private static final int TOO_MANY_REQUESTS = 429;

    private final ApiServerClient api;
    private final WriteGate gate;

    KubernetesDeploymentScaler(ApiServerClient api, WriteGate gate) {
        this.api = api;
        this.gate = gate;
    }

    @Override
    public boolean addReplica(Surge surge) throws MoveFailedException {
        return change(surge, patch(surge, 1, 2), 2);
    }

    @Override
    public boolean hasReplica(Surge surge) throws MoveFailedException {
        return change(surge, held(patch(surge, 2, 2), surge), 0);
    }

    @Override
    public boolean takeReplicaBack(Surge surge) throws MoveFailedException {
        return change(surge, held(patch(surge, 2, 1), surge), 1);
    }

    /** @param logged the new number; 0 if it stays */
    private boolean change(Surge surge, ArrayNode patch, int logged) throws MoveFailedException {
        LeaderCheck.requireLeading(gate);
        Workload workload = surge.workload();
        String path = "/apis/apps/v1/namespaces/" + workload.namespace() + "/deployments/" + workload.name()
                + "/scale?fieldManager=" + manager(surge);
        try {
            ApiResponse reply = api.patch(path, ApiServerClient.JSON_PATCH, patch.toString());
            if (reply.isSuccess() && logged > 0) {
                LOG.info(
                        "Scaled a Deployment; deployment={}/{} replicas={}",
                        workload.namespace(),
                        workload.name(),
                        logged);
            }
            return answer(workload, reply);
        } catch (ApiUnavailableException e) {
            throw new MoveFailedException(why(workload, String.valueOf(e.getMessage())));
        }
    }

    /** The name by which the API server remembers who set the number of replicas. */
    private static String manager(Surge surge) {
        return MANAGER + surge.uid();
    }

    private static ArrayNode patch(Surge surge, int from, int to) {
        ArrayNode patch = JsonNodeFactory.instance.arrayNode();
        test(patch, "/metadata/uid").put("value", surge.workload().uid());
        test(patch, "/spec/replicas").put("value", from);
        patch.addObject().put("op", "replace").put("path", "/spec/replicas").put("value", to);
        return patch;
    }

    /**
     * Lets the patch succeed only if that surge set the number: a scale names as manager the last one that has changed
     * it.
     */
    private static ArrayNode held(ArrayNode patch, Surge surge) {
        ObjectNode test = patch.insertObject(0).put("op", "test");
        test.put("path", "/metadata/managedFields/0/manager").put("value", manager(surge));
        return patch;
    }

    private static ObjectNode test(ArrayNode patch, String path) {
        return patch.addObject().put("op", "test").put("path", path);
    }

    /**
     * Reads the answer: a 422 means that a test of the patch failed, unless it says that an admission policy or webhook
     * denied the request.
     */
    static boolean answer(Workload workload, ApiResponse reply) throws MoveFailedException {
        if (reply.isSuccess()) {
            return true;
        }
        if (reply.code() == 404 || reply.code() == 422 && !isDenied(reply)) {
            return false;
        }
        // A caller that asks too often is refused before anything is done.
        throw reply.isTransient() && reply.code() != TOO_MANY_REQUESTS
                ? new MoveFailedException(why(workload, reply.message()))
                : new MoveRefusedByApiException(why(workload, reply.message()));
    }

    /**
     * A policy without a reason denies with 422, too; the API server's message about a failed test never has these
     * words.
     */
    private static boolean isDenied(ApiResponse reply) {
        String message = reply.json().path("message").asText("");
        return message.contains("denied request") || message.contains("denied the request");
    }

    private static String why(Workload workload, String answer) {
        return "Deployment " + workload.namespace() + "/" + workload.name() + " could not be scaled: " + answer;
    }
}
