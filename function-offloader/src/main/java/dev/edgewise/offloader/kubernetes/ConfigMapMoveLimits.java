package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.rounds.execution.MoveLimitStore;
import dev.edgewise.offloader.safety.MoveLimitEntry;
import dev.edgewise.offloader.safety.Workload;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The key {@code limits} of the ConfigMap. */
final class ConfigMapMoveLimits implements MoveLimitStore {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigMapMoveLimits.class);
    private static final String KEY = "limits";
    /** The newest: a ConfigMap holds 1 MiB, and each takes up to 600 bytes. */
    private static final int MOST = 1_500;

    private static final ObjectMapper MAPPER = ApiServerObjectMappers.mapper();

    private final StateConfigMap state;
    private final WriteGate gate;

    ConfigMapMoveLimits(StateConfigMap state, WriteGate gate) {
        this.state = state;
        this.gate = gate;
    }

    @Override
    public void write(List<MoveLimitEntry> marks) throws MoveFailedException {
        LeaderCheck.requireLeading(gate);
        ArrayNode all = JsonNodeFactory.instance.arrayNode();
        marks.stream()
                .sorted(Comparator.comparing(MoveLimitEntry::age))
                .limit(MOST)
                .forEach(mark -> add(mark, all.addObject()));
        try {
            state.write(gate, KEY, all.isEmpty() ? null : all.toString());
        } catch (IOException e) {
            throw new MoveFailedException(String.valueOf(e.getMessage()));
        }
    }

    private static void add(MoveLimitEntry mark, ObjectNode to) {
        Workload workload = mark.workload();
        to.put("mark", mark.kind().name())
                .put("namespace", workload.namespace())
                .put("kind", workload.kind())
                .put("name", workload.name())
                .put("uid", workload.uid())
                .put("pod", mark.pod())
                .put("node", mark.node())
                .put("ageMillis", mark.age().toMillis());
    }

    @Override
    public List<MoveLimitEntry> read() throws MoveFailedException {
        String text;
        try {
            text = state.read().getOrDefault(KEY, "[]");
        } catch (IOException e) {
            throw new MoveFailedException(String.valueOf(e.getMessage()));
        }
        List<MoveLimitEntry> marks = new ArrayList<>();
        try {
            MAPPER.readTree(text).forEach(each -> marks.add(mark(each)));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            LOG.warn(
                    "What limited earlier moves cannot be read completely, and the rest does not count; configmap={}"
                            + " key={} cause={}",
                    StateConfigMap.NAME,
                    KEY,
                    e.getMessage());
        }
        return marks;
    }

    private static MoveLimitEntry mark(JsonNode json) {
        Workload workload = new Workload(
                json.required("namespace").asText(),
                json.required("kind").asText(),
                json.required("name").asText(),
                json.required("uid").asText());
        return new MoveLimitEntry(
                MoveLimitEntry.Kind.valueOf(json.required("mark").asText()),
                workload,
                json.path("pod").asText(""),
                json.path("node").asText(""),
                Duration.ofMillis(Math.max(0, json.required("ageMillis").asLong())));
    }
}
