package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ResourceCloser;
import dev.edgewise.testkit.StallingCallers;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.net.ConnectException;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

/** The extender's port, over HTTP. All ask the same service, so that what its metrics count is what came on top. */
@TestInstance(Lifecycle.PER_CLASS)
class ExtenderIT {
    private final HttpClient http = HttpClient.newHttpClient();
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private int port;
    private RunningService service;

    @BeforeAll
    void anEdgeAndACloudNode() {
        client.resource(KubernetesObjects.node("edge")).create();
        client.resource(new NodeBuilder(KubernetesObjects.node("cloud"))
                        .editMetadata()
                        .addToLabels("kubernetes.io/role", "cloud")
                        .endMetadata()
                        .build())
                .create();
        port = FreePorts.find();
        service = RunningService.start(
                kubernetes,
                "--edgewise.scheduler.extender.port=" + port,
                "--edgewise.scheduler.extender.max-body=64KB",
                "--edgewise.scheduler.extender-profiles=custom-scheduler");
        await().until(() -> service.get("/api/v1/nodes").body().path("items").size() == 2);
    }

    @AfterAll
    void close() {
        service.close();
        client.close();
        kubernetes.close();
    }

    @Test
    void filtersAndPrioritizes() {
        String question = "{\"Pod\":" + Serialization.asJson(pod("p", "custom-scheduler"))
                + ",\"Nodes\":null,\"NodeNames\":[\"edge\",\"cloud\"]}";
        double before = answers("judged");
        HttpResponse<String> filtered = post("/scheduler/filter", question);
        assertThat(filtered.statusCode()).as(filtered.body()).isEqualTo(200);
        assertThat(filtered.headers().firstValue("Content-Type")).hasValue("application/json");
        assertThat(filtered.body()).contains("\"NodeNames\":[\"cloud\"]");
        assertThat(post("/scheduler/filter", question.replace(",\"cloud\"", "")).body())
                .contains("\"NodeNames\":[]", "\"FailedAndUnresolvableNodes\":{\"edge\":");
        String scored = "[{\"Host\":\"edge\",\"Score\":0},{\"Host\":\"cloud\",\"Score\":5}]";
        assertThat(post("/scheduler/prioritize", question).body()).isEqualTo(scored);
        assertThat(post("/scheduler/priorities/rl-priority", question).body()).isEqualTo(scored);
        assertThat(post("/scheduler/preempt", question.replace("NodeNames", "x"))
                        .body())
                .isEqualTo("{\"NodeNameToMetaVictims\":{}}");
        assertThat(get(port, "/version").body()).startsWith("{\"version\":\"");
        assertThat(answers("judged") - before).isEqualTo(2);
        assertThat(service.get("/actuator/prometheus").body().asText()).doesNotContain("uri=\"/scheduler/");
    }

    /**
     * Each question is asked on the connection that the first one opened: a request that is sent is not repeated by the
     * client.
     */
    @Test
    void callersThatStallKeepNobodyOut() throws Exception {
        Pod watched = client.resource(pod("watched", "custom-scheduler")).create();
        String question =
                "{\"Pod\":" + Serialization.asJson(watched) + ",\"Nodes\":null,\"NodeNames\":[\"edge\",\"cloud\"]}";
        // Only who asks about a pod that the watch has shown is taken for a kube-scheduler.
        await().until(() -> {
            double before = podsFromTheWatch();
            assertThat(post("/scheduler/filter", question).statusCode()).isEqualTo(200);
            return podsFromTheWatch() > before;
        });
        String path = "/scheduler/filter";
        try (ResourceCloser stalling = new ResourceCloser()) {
            stalling.add(StallingCallers.silentAfter(port, ""));
            stalling.add(StallingCallers.dribblingAfter(port, StallingCallers.head("POST", path)));
            stalling.add(StallingCallers.silentAfter(port, StallingCallers.withoutBody("POST", path)));
            stalling.add(StallingCallers.dribblingAfter(port, StallingCallers.withoutBody("POST", path)));
            for (int i = 0; i < 20; i++) {
                assertThat(post("/scheduler/filter", question).body()).contains("\"NodeNames\":[\"cloud\"]");
            }
        }
    }

    /** An answer in pieces would take a packet more and be read in more steps. */
    @Test
    void anAnswerIsSentInOnePiece() {
        String names =
                IntStream.range(0, 4_000).mapToObj(i -> "\"n-" + i + "\"").collect(Collectors.joining(","));
        String question = "{\"Pod\":" + Serialization.asJson(pod("p", "edgewise")) + ",\"NodeNames\":[" + names + "]}";
        for (String verb : List.of("filter", "prioritize")) {
            HttpResponse<String> answer = post("/scheduler/" + verb, question);
            assertThat(answer.body()).hasSizeGreaterThan(32_000).contains("\"n-3999\"");
            assertThat(answer.headers().firstValueAsLong("Content-Length"))
                    .as(verb)
                    .hasValue(answer.body().length());
        }
    }

    /** A kube-scheduler places its pods. */
    @Test
    void podsOfAnExtendersProfileAreNotBound() {
        client.resource(pod("theirs", "custom-scheduler")).create();
        client.resource(pod("ours", "edgewise")).create();
        await().until(() -> nodeOf("ours") != null);
        assertThat(nodeOf("theirs")).isNull();
        assertThat(service.get("/api/v1/explain/default/theirs")
                        .body()
                        .at("/now/node")
                        .asText())
                .isEqualTo("cloud");
        client.pods().inNamespace("default").withGracePeriod(0).delete();
        await().until(() -> podsOnNodes() == 0);
    }

    @Test
    void whatIsNoQuestionIsRefused() {
        assertThat(get(port, "/scheduler/filter").statusCode()).isEqualTo(405);
        assertThat(send(post(port, "/scheduler/filter", "{}").header("Content-Type", "text/plain"))
                        .statusCode())
                .isEqualTo(415);
        double before = answers("refused");
        HttpResponse<String> wrong = post("/scheduler/filter", "{\"Pod\":7}");
        assertThat(wrong.statusCode()).isEqualTo(400);
        assertThat(wrong.headers().firstValue("Content-Type")).hasValue("application/problem+json");
        assertThat(wrong.body()).contains("\"field\":\"Pod\"", "\"value\":\"a number\"", "\"allowed\":\"an object\"");
        assertThat(post("/scheduler/filter", " ".repeat(65_537)).statusCode()).isEqualTo(413);
        assertThat(answers("refused") - before).isEqualTo(2);
    }

    @Test
    void eachPortHasItsOwnPaths() {
        assertThat(get(port, "/api/v1/nodes").statusCode()).isEqualTo(404);
        assertThat(get(port, "/actuator/health").statusCode()).isEqualTo(404);
        assertThat(service.post("/scheduler/filter", "{}", "Content-Type", "application/json")
                        .status())
                .isEqualTo(404);
        assertThat(service.get("/version").status()).isEqualTo(404);
    }

    /** Paths of the extender are those that kube-scheduler writes, and no others. */
    @ParameterizedTest
    @ValueSource(strings = {"/%73cheduler/filter", "/scheduler;x/filter", "/scheduler/%66ilter;a=b"})
    void anotherWayToWriteAPathOpensNoOtherPort(String path) {
        assertThat(service.post(path, "{}", "Content-Type", "application/json").status())
                .isEqualTo(404);
        assertThat(post(path, "{}").statusCode()).isEqualTo(404);
        assertThat(get(port, "/scheduler/../api/v1/nodes").statusCode()).isEqualTo(404);
        assertThat(get(port, "/%61pi;x/v1/nodes").statusCode()).isEqualTo(404);
    }

    @Test
    @ExtendWith(OutputCaptureExtension.class)
    void bodiesThatStallHoldNobodyElseAndAreGivenUp(CapturedOutput log) throws IOException {
        List<Socket> stalled = new ArrayList<>();
        try {
            for (int i = 0; i < 10; i++) {
                stalled.add(stalled());
            }
            String question = "{\"Pod\":" + Serialization.asJson(pod("p", "custom-scheduler")) + ",\"NodeNames\":[]}";
            assertThat(send(post(port, "/scheduler/filter", question)
                                    .timeout(Duration.ofSeconds(5))
                                    .header("Content-Type", "application/json"))
                            .statusCode())
                    .isEqualTo(200);
            assertThat(new String(stalled.get(0).getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 408");
            assertThat(log).doesNotContain("A request failed");
        } finally {
            for (Socket socket : stalled) {
                socket.close();
            }
        }
    }

    private Socket stalled() throws IOException {
        Socket socket = new Socket("127.0.0.1", port);
        socket.setSoTimeout(8_000);
        String question = "POST /scheduler/filter HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
                + "Content-Length: 1000\r\n\r\n{";
        socket.getOutputStream().write(question.getBytes(StandardCharsets.US_ASCII));
        socket.getOutputStream().flush();
        return socket;
    }

    @Test
    void withoutAPortThereIsNoExtender() {
        int other = FreePorts.find();
        try (RunningService without = RunningService.start(kubernetes)) {
            assertThat(without.get("/version").status()).isEqualTo(404);
            assertThat(without.get("/%76ersion").status()).isEqualTo(404);
            assertThatThrownBy(() -> http.send(
                            HttpRequest.newBuilder(uri(other, "/version")).build(), BodyHandlers.ofString()))
                    .isInstanceOf(ConnectException.class);
        }
    }

    /** How many questions to filter had that outcome so far. */
    private double answers(String outcome) {
        String metrics = service.get("/actuator/prometheus").body().asText();
        Matcher line = Pattern.compile(
                        "^edgewise_extender_answers_seconds_count\\{[^}]*outcome=\"" + outcome
                                + "\",verb=\"filter\"} (\\S+)$",
                        Pattern.MULTILINE)
                .matcher(metrics);
        assertThat(line.find()).as(metrics).isTrue();
        return Double.parseDouble(line.group(1));
    }

    private int podsOnNodes() {
        return StreamSupport.stream(
                        service.get("/api/v1/nodes").body().path("items").spliterator(), false)
                .mapToInt(node -> node.path("pods").asInt())
                .sum();
    }

    private double podsFromTheWatch() {
        Matcher line = Pattern.compile(
                        "^edgewise_extender_pods_total\\{[^}]*from=\"watch\"[^}]*} (\\S+)$", Pattern.MULTILINE)
                .matcher(service.get("/actuator/prometheus").body().asText());
        return line.find() ? Double.parseDouble(line.group(1)) : 0;
    }

    private static Pod pod(String name, String profile) {
        return new PodBuilder(KubernetesObjects.pod(name))
                .editSpec()
                .withSchedulerName(profile)
                .endSpec()
                .build();
    }

    private String nodeOf(String pod) {
        return client.pods()
                .inNamespace("default")
                .withName(pod)
                .get()
                .getSpec()
                .getNodeName();
    }

    private HttpResponse<String> post(String path, String body) {
        return send(post(port, path, body).header("Content-Type", "application/json"));
    }

    private static HttpRequest.Builder post(int port, String path, String body) {
        return HttpRequest.newBuilder(uri(port, path))
                .timeout(Duration.ofSeconds(10))
                .POST(BodyPublishers.ofString(body));
    }

    private HttpResponse<String> get(int port, String path) {
        return send(HttpRequest.newBuilder(uri(port, path)));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return http.send(request.build(), BodyHandlers.ofString());
        } catch (IOException e) {
            throw new IllegalStateException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }

    private static URI uri(int port, String path) {
        return URI.create("http://127.0.0.1:" + port + path);
    }
}
