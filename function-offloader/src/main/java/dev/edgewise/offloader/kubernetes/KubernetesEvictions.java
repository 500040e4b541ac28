package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.MovablePod;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Eviction API: each pod once, by its UID, with its own grace period. */
final class KubernetesEvictions implements Evictions {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesEvictions.class);

    private final ApiRequests api;
    private final WriteGate gate;

    KubernetesEvictions(ApiRequests api, WriteGate gate) {
        this.api = api;
        this.gate = gate;
    }

    @Override
    public Answer evict(MovablePod pod) throws MoveFailedException {
        String namespace = pod.workload().namespace();
        String name = pod.name().substring(pod.name().indexOf('/') + 1);
        LeaderCheck.requireLeading(gate);
        try {
            String path = "/api/v1/namespaces/" + namespace + "/pods/" + name + "/eviction";
            return answer(pod, api.post(path, json(namespace, name, pod.uid())));
        } catch (ApiUnavailableException e) {
            LOG.warn("It is not known whether a pod was evicted; pod={} cause={}", pod.name(), e.getMessage());
            return Answer.UNKNOWN;
        }
    }

    private static Answer answer(MovablePod pod, ApiResponse reply) throws MoveFailedException {
        if (reply.isSuccess()) {
            return Answer.ACCEPTED;
        }
        // The answer may have been lost on its way, or the store's to the API server.
        if (reply.code() >= 500) {
            LOG.warn("It is not known whether a pod was evicted; pod={} cause={}", pod.name(), reply.message());
            return Answer.UNKNOWN;
        }
        return switch (reply.code()) {
            case 429 -> Answer.BLOCKED;
            case 404, 409 -> Answer.GONE;
            default -> throw new MoveFailedException("the eviction was refused: " + reply.message());
        };
    }

    private static String json(String namespace, String name, String uid) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "policy/v1").put("kind", "Eviction");
        json.putObject("metadata").put("name", name).put("namespace", namespace);
        json.putObject("deleteOptions").putObject("preconditions").put("uid", uid);
        return json.toString();
    }
}
