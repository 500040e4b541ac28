package dev.edgewise.offloader.kubernetes;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.Require;
import dev.edgewise.common.WriteGate;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.offloader.moves.MoveFailedException;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.surge.Surge;
import dev.edgewise.offloader.surge.SurgeStore;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A key for each surge, {@code surge.} and the UID of the pod that is to leave. */
final class ConfigMapSurgeStore implements SurgeStore {
    private static final Logger LOG = LoggerFactory.getLogger(ConfigMapSurgeStore.class);
    private static final String PREFIX = "surge.";
    private static final ObjectMapper MAPPER = ApiServerObjectMappers.mapper();

    private final StateConfigMap state;
    private final WriteGate gate;

    ConfigMapSurgeStore(StateConfigMap state, WriteGate gate) {
        this.state = state;
        this.gate = gate;
    }

    @Override
    public void add(Surge surge) throws MoveFailedException {
        LeaderCheck.requireLeading(gate);
        try {
            state.write(gate, PREFIX + surge.uid(), json(surge));
        } catch (IOException e) {
            throw new MoveFailedException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public void remove(Surge surge) throws MoveFailedException {
        LeaderCheck.requireLeading(gate);
        try {
            state.write(gate, PREFIX + surge.uid(), null);
        } catch (IOException e) {
            throw new MoveFailedException(String.valueOf(e.getMessage()));
        }
    }

    @Override
    public List<Surge> all() throws MoveFailedException {
        List<Surge> all = new ArrayList<>();
        try {
            for (Map.Entry<String, String> each : state.read().entrySet()) {
                if (each.getKey().startsWith(PREFIX)) {
                    read(each.getKey(), each.getValue(), all);
                }
            }
        } catch (IOException e) {
            throw new MoveFailedException(String.valueOf(e.getMessage()));
        }
        return all;
    }

    private static String json(Surge surge) {
        ObjectNode json = JsonNodeFactory.instance.objectNode();
        json.put("pod", surge.pod())
                .put("uid", surge.uid())
                .put("node", surge.node())
                .put("target", surge.target());
        Workload workload = surge.workload();
        json.putObject("workload")
                .put("namespace", workload.namespace())
                .put("kind", workload.kind())
                .put("name", workload.name())
                .put("uid", workload.uid());
        return json.toString();
    }

    private static String name(String text) {
        Require.that(OwnerReferenceReader.isName(text), "name", text, "a name in Kubernetes");
        return text;
    }

    private static String uid(JsonNode of) {
        String uid = of.required("uid").asText();
        Require.that(OwnerReferenceReader.isUid(uid), "uid", uid, "a UID");
        return uid;
    }

    /** Reads a record. A text that was changed by hand is left alone. */
    private static void read(String key, String text, List<Surge> into) {
        try {
            JsonNode json = MAPPER.readTree(text);
            JsonNode workload = json.path("workload");
            String namespace = name(workload.required("namespace").asText());
            String pod = json.required("pod").asText();
            into.add(new Surge(
                    namespace + "/" + name(pod.substring(pod.indexOf('/') + 1)),
                    uid(json),
                    new Workload(
                            namespace,
                            workload.required("kind").asText(),
                            name(workload.required("name").asText()),
                            uid(workload)),
                    json.required("node").asText(),
                    json.required("target").asText()));
        } catch (JsonProcessingException | IllegalArgumentException e) {
            LOG.warn(
                    "A surge cannot be read, so look at its workload's replicas, then remove the key; configmap={} key={} value={}",
                    StateConfigMap.NAME,
                    key,
                    text);
        }
    }
}
