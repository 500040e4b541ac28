package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.offloader.moves.Evictions;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.moves.MoveRefusedByApiException;
import dev.edgewise.offloader.safety.MovablePod;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The Eviction API: each pod once, by its UID, with its own grace period. */
final class KubernetesEvictions implements Evictions {
    private static final Logger LOG = LoggerFactory.getLogger(KubernetesEvictions.class);

    /** Texts in messages of errors after which the request may be carried out yet. */
    private static final Pattern OF_THE_STORE =
            Pattern.compile("etcd|rpc error|time(d )?out|deadline|connection", Pattern.CASE_INSENSITIVE);

    private final ApiServerClient api;
    private final WriteGate gate;

    KubernetesEvictions(ApiServerClient api, WriteGate gate) {
        this.api = api;
        this.gate = gate;
    }

    @Override
    public Answer evict(MovablePod pod) throws MoveFailedException {
        String namespace = pod.workload().namespace();
        String name = pod.name().substring(pod.name().indexOf('/') + 1);
        LeaderCheck.requireLeading(gate);
        try {
            String path = "/api/v1/namespaces/" + namespace + "/pods/" + name;
            ApiResponse reply = api.post(path + "/eviction", json(namespace, name, pod.uid()));
            return isNo(reply) && isUnchanged(path, pod) ? refuse(reply) : answer(pod, reply);
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
            default -> refuse(reply);
        };
    }

    private static Answer refuse(ApiResponse reply) throws MoveRefusedByApiException {
        throw new MoveRefusedByApiException("the eviction was refused: " + reply.message());
    }

    /**
     * Whether the API server itself answers with an error that is none of its store: it says no by a 500, too, such as
     * to a pod that two disruption budgets select, or where an admission webhook fails.
     */
    private static boolean isNo(ApiResponse reply) {
        return reply.code() == 500
                && reply.json().path("kind").asText("").equals("Status")
                && !OF_THE_STORE.matcher(reply.message()).find();
    }

    /** Whether the pod is there and not being deleted, by a look at it now. */
    private boolean isUnchanged(String path, MovablePod pod) throws ApiUnavailableException {
        ApiResponse found = api.get(path);
        JsonNode metadata = found.json().path("metadata");
        return found.isSuccess()
                && metadata.path("uid").asText("").equals(pod.uid())
                && !metadata.has("deletionTimestamp");
    }

    private static String json(String namespace, String name, String uid) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("apiVersion", "policy/v1").put("kind", "Eviction");
        json.putObject("metadata").put("name", name).put("namespace", namespace);
        json.putObject("deleteOptions").putObject("preconditions").put("uid", uid);
        return json.toString();
    }
}
