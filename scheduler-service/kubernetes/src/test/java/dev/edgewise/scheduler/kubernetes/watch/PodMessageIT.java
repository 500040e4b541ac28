package dev.edgewise.scheduler.kubernetes.watch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerObjectMappers;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import dev.edgewise.kubernetes.watch.ClusterWatch;
import dev.edgewise.kubernetes.watch.ServiceWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.kubernetes.limits.HeavyObjectAccounting;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.state.PendingPods;
import dev.edgewise.testkit.ScriptedServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Test;

/**
 * Pods with all that is read of one, as a kube-apiserver 1.36 sent them to two who watched: in protobuf and in JSON.
 */
class PodMessageIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final String NOTHING_LISTED =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 47\r\n\r\n"
                    + "{\"metadata\":{\"resourceVersion\":\"1\"},\"items\":[]}";
    /** JSON leaves them out. */
    private static final Set<String> EMPTY = Set.of("", "0", "false");

    private final RecordingFeed feed = new RecordingFeed();
    private final ObjectMapper mapper = TrimmedObjectMapper.pods();

    @Test
    void aPodIsTheSameInProtobufAsInJson() throws Exception {
        Map<PodKey, Pod> asJson = inJson();
        assertThat(asJson.keySet()).extracting(PodKey::name).containsExactlyInAnyOrder("bound", "waiting", "griffin");
        try (ScriptedServer scripted = new ScriptedServer()) {
            scripted.answer(NOTHING_LISTED);
            scripted.answer(watch());
            var kind = WatchedKinds.pods(
                    feed, new PendingPods(true), Spelling.none(), "edgewise", HeavyObjectAccounting.within(1 << 30));
            watch(scripted, kind, () -> await().atMost(SOON)
                    .until(() -> feed.pods.keySet().equals(asJson.keySet())));
            assertThat(scripted.requests.get(0)).contains("Accept: application/json\n");
            assertThat(scripted.requests.get(1))
                    .contains("Accept: application/vnd.kubernetes.protobuf,application/json");
        }
        assertThat(feed.unreadable).isEmpty();
        asJson.forEach((key, pod) ->
                assertThat(feed.pods.get(key)).usingRecursiveComparison().isEqualTo(pod));
    }

    @Test
    void theVariableOfThePrototypeIsReadFromWhatAKubeApiserverSent() throws Exception {
        assertThat(inJson().get(new PodKey("default", "griffin")).annotations())
                .isEqualTo(Map.of("edgewise.dev/placement", "low-latency", "edgewise.dev/source-node", "n1"));
    }

    /** Conversion hides some: what counts for nothing beside another, or not in these pods. */
    @Test
    void eachFieldIsReadAsItStandsInJson() throws Exception {
        Map<String, io.fabric8.kubernetes.api.model.Pod> pods = new ConcurrentHashMap<>();
        var kind = WatchedKind.some(
                        io.fabric8.kubernetes.api.model.Pod.class,
                        "",
                        pod -> pods.put(pod.getMetadata().getName(), pod),
                        (namespace, name) -> {})
                .inProtobuf(PodProtobufSchema.POD);
        try (ScriptedServer scripted = new ScriptedServer()) {
            scripted.answer(NOTHING_LISTED);
            scripted.answer(watch());
            watch(scripted, kind, () -> await().atMost(SOON).until(() -> pods.size() == 3));
        }
        Set<String> fields = new TreeSet<>();
        for (JsonNode sent : sentInJson()) {
            JsonNode read = ApiServerObjectMappers.lenient()
                    .valueToTree(pods.get(sent.at("/metadata/name").asText()));
            fields.addAll(fields("", read, sent));
        }
        assertThat(String.join("\n", fields)).isEqualTo(new String(resource("fields.txt"), UTF_8).strip());
    }

    /** The paths of what was read; each must stand in what was sent, unless it is empty. */
    private static Set<String> fields(String path, JsonNode read, JsonNode sent) {
        Set<String> fields = new TreeSet<>();
        if (read.isArray()) {
            for (int i = 0; i < read.size(); i++) {
                fields.addAll(fields(path, read.get(i), sent.path(i)));
            }
        } else if (read.isObject()) {
            read.properties()
                    .forEach(field -> fields.addAll(
                            fields(path + "." + field.getKey(), field.getValue(), sent.path(field.getKey()))));
        } else if (!sent.isMissingNode() || !EMPTY.contains(read.asText())) {
            assertThat(read.asText()).as(path).isEqualTo(sent.asText());
            fields.add(path.substring(1));
        }
        return fields;
    }

    private void watch(ScriptedServer scripted, WatchedKind<?> pods, Runnable check) throws IOException {
        Config config =
                new ConfigBuilder(Config.empty()).withMasterUrl(scripted.url()).build();
        try (ApiServerTransport server = ApiServerTransport.of(config)) {
            ClusterWatch watch = new ClusterWatch(
                    new ApiServerClient(server, SOON),
                    new ServiceWatchedKinds(List.of(), List.of(pods), mapper),
                    new ClusterWatch.Settings(Duration.ofHours(1), Duration.ZERO),
                    new SimpleMeterRegistry());
            watch.start();
            try {
                check.run();
            } finally {
                watch.stop();
            }
        }
    }

    private Map<PodKey, Pod> inJson() throws IOException {
        Map<PodKey, Pod> pods = new HashMap<>();
        for (JsonNode sent : sentInJson()) {
            PartiallyReadablePod reading =
                    PartiallyReadablePod.of(mapper.treeToValue(sent, io.fabric8.kubernetes.api.model.Pod.class));
            assertThat(reading.problem()).isNull();
            pods.put(reading.pod().key(), reading.pod());
        }
        return pods;
    }

    private List<JsonNode> sentInJson() throws IOException {
        List<JsonNode> pods = new ArrayList<>();
        for (String line : new String(resource("watch.json"), UTF_8).split("\n")) {
            JsonNode event = mapper.readTree(line);
            if (event.path("type").asText().equals("ADDED")) {
                pods.add(event.get("object"));
            }
        }
        return pods;
    }

    /** Answers with the events and stays open, as an end would be followed by another watch. */
    private static byte[] watch() throws IOException {
        byte[] events = resource("watch.pb");
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.writeBytes(("HTTP/1.1 200 OK\r\nContent-Type: application/vnd.kubernetes.protobuf;stream=watch\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n" + Integer.toHexString(events.length) + "\r\n")
                .getBytes(UTF_8));
        answer.writeBytes(events);
        answer.writeBytes("\r\n".getBytes(UTF_8));
        return answer.toByteArray();
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in = PodMessageIT.class.getResourceAsStream("/pods/" + name)) {
            return in.readAllBytes();
        }
    }
}
