package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.callback.CallbackProgressStore;
import dev.edgewise.global.callback.CallbackState;
import dev.edgewise.global.kubernetes.GlobalRequestCache.Known;
import dev.edgewise.global.model.Callback;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.replica.LiveReplicas;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import org.jspecify.annotations.Nullable;

/** The progress of callbacks, in {@code status.callback} of their requests. */
final class StoredCallbacks implements CallbackProgressStore {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final String FIELD = "callback";
    private static final String KEY = "key";

    private final ApiServerClient api;
    private final GlobalRequestCache cache;
    private final LiveReplicas replicas;

    StoredCallbacks(ApiServerClient api, GlobalRequestCache cache, LiveReplicas replicas) {
        this.api = api;
        this.cache = cache;
        this.replicas = replicas;
    }

    @Override
    public boolean isMine(GlobalRequest request) {
        return replicas.isMine(request.uid());
    }

    @Override
    public @Nullable CallbackState read(GlobalRequest request) {
        Known known = cache.find(request.key());
        JsonNode json = known == null ? null : known.object().status().path(FIELD);
        if (json == null || !json.isObject()) {
            return null;
        }
        return new CallbackState(
                json.path("id").asText(),
                json.path("attempts").asInt(),
                StatusJson.instant(json, "next"),
                json.path("delivered").asBoolean(),
                json.path("message").asText());
    }

    @Override
    public boolean write(GlobalRequest request, CallbackState state) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata")
                .put("resourceVersion", request.resourceVersion())
                .put("uid", request.uid());
        Instant next = state.next();
        patch.putObject("status")
                .putObject(FIELD)
                .put("id", state.id())
                .put("attempts", state.attempts())
                .put("next", next == null ? null : next.toString())
                .put("delivered", state.delivered())
                .put("message", state.message());
        try {
            ApiResponse reply =
                    api.patch(GlobalRequestPaths.status(request.key()), ApiServerClient.MERGE_PATCH, patch.toString());
            if (reply.isSuccess()) {
                cache.written(GlobalRequestObject.of(reply.json()));
            }
            return reply.isSuccess();
        } catch (ApiUnavailableException unanswered) {
            return false;
        }
    }

    @Override
    public @Nullable String secret(GlobalRequest request) {
        Callback callback = request.spec().callback();
        if (callback == null || callback.secretName().isEmpty()) {
            return null;
        }
        try {
            ApiResponse reply =
                    api.get("/api/v1/namespaces/" + request.key().namespace() + "/secrets/" + callback.secretName());
            if (reply.isTransient()) {
                throw new BusyException("The API server answers " + reply.message(), RETRY_AFTER);
            }
            JsonNode secret = reply.json();
            JsonNode value = secret.path("data").path(KEY);
            boolean isReleased = secret.path("metadata")
                    .path("labels")
                    .path(GlobalRequestObjectNames.CALLBACK_KEY_LABEL)
                    .asText()
                    .equals("true");
            return reply.isSuccess() && isReleased && value.isTextual()
                    ? new String(Base64.getDecoder().decode(value.asText()), StandardCharsets.UTF_8)
                    : null;
        } catch (ApiUnavailableException unanswered) {
            throw new BusyException("The API server does not answer", RETRY_AFTER);
        }
    }
}
