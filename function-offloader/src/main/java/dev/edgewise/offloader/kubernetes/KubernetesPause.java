package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.api.Retries;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.http.ServerJson;
import dev.edgewise.offloader.rounds.Pause;
import dev.edgewise.offloader.rounds.PauseSwitch;
import dev.edgewise.offloader.rounds.PauseUnavailableException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code paused} of a ConfigMap, which the manifest makes. */
final class KubernetesPause implements PauseSwitch {
    static final String CONFIG_MAP = "function-offloader-state";

    private static final String KEY = "paused";
    private static final ObjectMapper MAPPER = ServerJson.mapper();

    private final ApiRequests api;
    private final Retries retries;
    private final String path;

    /** @param namespace the service's own */
    KubernetesPause(ApiRequests api, Retries retries, String namespace) {
        this.api = api;
        this.retries = retries;
        this.path = "/api/v1/namespaces/" + namespace + "/configmaps/" + CONFIG_MAP;
    }

    /** Without a ConfigMap nobody can have paused. */
    @Override
    public Optional<Pause> read() throws PauseUnavailableException {
        // Not repeated: the next round asks again.
        ApiResponse reply = send(() -> api.get(path), "read");
        if (reply.code() == 404) {
            return Optional.empty();
        }
        requireSuccess(reply, "read");
        String text = reply.json().path("data").path(KEY).asText("");
        return text.isEmpty() ? Optional.empty() : Optional.of(pause(text));
    }

    /** Whatever somebody wrote there by hand pauses, too. */
    private static Pause pause(String text) {
        try {
            JsonNode json = MAPPER.readTree(text);
            return new Pause(
                    Instant.parse(json.path("since").asText()),
                    json.path("by").asText(),
                    json.path("reason").asText());
        } catch (JsonProcessingException | DateTimeException byHand) {
            return new Pause(Instant.EPOCH, "whoever edited ConfigMap " + CONFIG_MAP, text);
        }
    }

    @Override
    public void pause(Pause pause) throws PauseUnavailableException {
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        value.put("since", pause.since().toString()).put("by", pause.by()).put("reason", pause.reason());
        write(value.toString());
    }

    @Override
    public void resume() throws PauseUnavailableException {
        write(null);
    }

    /** A null removes the key. */
    private void write(@Nullable String value) throws PauseUnavailableException {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("data").put(KEY, value);
        requireSuccess(
                send(() -> retries.send(() -> api.patch(path, ApiRequests.MERGE_PATCH, patch.toString())), "written"),
                "written");
    }

    private static ApiResponse send(Retries.Attempt request, String what) throws PauseUnavailableException {
        try {
            return request.send();
        } catch (ApiUnavailableException e) {
            throw new PauseUnavailableException(
                    "ConfigMap " + CONFIG_MAP + " cannot be " + what + ": " + e.getMessage());
        }
    }

    private static void requireSuccess(ApiResponse reply, String what) throws PauseUnavailableException {
        if (!reply.isSuccess()) {
            String remedy = reply.code() == 404 ? "; apply the manifests again" : "";
            throw new PauseUnavailableException(
                    "ConfigMap " + CONFIG_MAP + " cannot be " + what + ": " + reply.message() + remedy);
        }
    }
}
