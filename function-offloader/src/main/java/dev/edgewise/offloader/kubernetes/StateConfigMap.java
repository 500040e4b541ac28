package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** A ConfigMap for what must outlive restarts, and hold without Redis. The manifest makes it. */
final class StateConfigMap {
    static final String NAME = "function-offloader-state";

    private final ApiServerClient api;
    private final Retries retries;
    private final String path;

    /** @param namespace the service's own */
    StateConfigMap(ApiServerClient api, Retries retries, String namespace) {
        this.api = api;
        this.retries = retries;
        this.path = "/api/v1/namespaces/" + namespace + "/configmaps/" + NAME;
    }

    /** The entries that it holds; empty if it does not exist. There is no retry: the next round asks again. */
    Map<String, String> read() throws IOException {
        ApiResponse reply = send(() -> api.get(path), "read");
        Map<String, String> data = new HashMap<>();
        if (reply.code() != 404) {
            requireSuccess(reply, "read");
            reply.json()
                    .path("data")
                    .properties()
                    .forEach(each -> data.put(each.getKey(), each.getValue().asText("")));
        }
        return data;
    }

    /**
     * @param gate asked before each attempt
     * @param value null to remove the key
     */
    void write(WriteGate gate, String key, @Nullable String value) throws IOException {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("data").put(key, value);
        Retries.Attempt attempt = () -> api.patch(path, ApiServerClient.MERGE_PATCH, patch.toString());
        requireSuccess(send(() -> retries.send(gate::isOpen, attempt), "written"), "written");
    }

    private static ApiResponse send(Retries.Attempt request, String what) throws IOException {
        try {
            return request.send();
        } catch (ApiUnavailableException e) {
            throw new IOException("ConfigMap " + NAME + " cannot be " + what + ": " + e.getMessage(), e);
        }
    }

    private static void requireSuccess(ApiResponse reply, String what) throws IOException {
        if (!reply.isSuccess()) {
            String remedy = reply.code() == 404 ? "; apply the manifests again" : "";
            throw new IOException("ConfigMap " + NAME + " cannot be " + what + ": " + reply.message() + remedy);
        }
    }
}
