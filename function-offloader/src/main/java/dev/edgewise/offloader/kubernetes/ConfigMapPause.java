package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.offloader.rounds.pause.Pause;
import dev.edgewise.offloader.rounds.pause.PauseStore;
import dev.edgewise.offloader.rounds.pause.PauseUnavailableException;
import java.io.IOException;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The key {@code paused} of a ConfigMap, which the manifest makes. */
final class ConfigMapPause implements PauseStore {
    private static final String KEY = "paused";
    private static final ObjectMapper MAPPER = ApiServerObjectMappers.mapper();

    private final StateConfigMap state;

    ConfigMapPause(StateConfigMap state) {
        this.state = state;
    }

    /** Returns the pause; empty without a ConfigMap, as there can be none then. */
    @Override
    public Optional<Pause> read() throws PauseUnavailableException {
        try {
            return Optional.ofNullable(state.read().get(KEY))
                    .filter(text -> !text.isEmpty())
                    .map(ConfigMapPause::pause);
        } catch (IOException e) {
            throw new PauseUnavailableException(String.valueOf(e.getMessage()));
        }
    }

    /** Reads a pause; a text that was written there by hand pauses, too. */
    private static Pause pause(String text) {
        try {
            JsonNode json = MAPPER.readTree(text);
            return new Pause(
                    Instant.parse(json.path("since").asText()),
                    json.path("by").asText(),
                    json.path("reason").asText());
        } catch (JsonProcessingException | DateTimeException byHand) {
            return new Pause(null, "an edit of ConfigMap " + StateConfigMap.NAME, text);
        }
    }

    @Override
    public void pause(Pause pause) throws PauseUnavailableException {
        ObjectNode value = JsonNodeFactory.instance.objectNode();
        value.put(
                        "since",
                        Objects.requireNonNull(pause.since(), "a pause by hand is not written")
                                .toString())
                .put("by", pause.by())
                .put("reason", pause.reason());
        write(value.toString());
    }

    @Override
    public void resume() throws PauseUnavailableException {
        write(null);
    }

    /** Any replica writes it. */
    private void write(@Nullable String value) throws PauseUnavailableException {
        try {
            state.write(WriteGate.ALWAYS_OPEN, KEY, value);
        } catch (IOException e) {
            throw new PauseUnavailableException(String.valueOf(e.getMessage()));
        }
    }
}
