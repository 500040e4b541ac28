package dev.edgewise.rewards.queries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.testing.TestProperties;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.facts.ContainerFacts;
import dev.edgewise.rewards.learning.facts.NodeFacts;
import dev.edgewise.rewards.learning.facts.PodFacts;
import dev.edgewise.rewards.learning.facts.PodUid;
import dev.edgewise.rewards.learning.ledger.RecordedOutcome;
import dev.edgewise.rewards.learning.settings.LearnerSettings;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Against a server that answers as Prometheus does. */
class PrometheusOutcomesTest {
    private static final double NOW = TestClock.START.getEpochSecond();

    private final TestClock clock = new TestClock();
    private final Map<String, String> answers = new ConcurrentHashMap<>();
    private final RewardLearner learner = new RewardLearner(LearnerSettings.DEFAULT);
    private final WatchedNodesAndPods table = new WatchedNodesAndPods(new ManualTicker());
    private Optional<RewardLearner> leads = Optional.of(learner);
    private HttpServer server;
    private PrometheusOutcomes outcomes;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/api/v1/query", exchange -> {
            String form = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
            String query = URLDecoder.decode(form.substring("query=".length()), UTF_8);
            byte[] body = answers.getOrDefault(query, vector()).getBytes(UTF_8);
            exchange.sendResponseHeaders(body[0] == '{' ? 200 : 503, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        PrometheusProperties properties = new PrometheusProperties(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                List.of("first", "second"),
                Duration.ofMinutes(1),
                Duration.ofSeconds(5),
                null);
        table.node(NodeFacts.ready("edge-1"), clock.instant());
        table.attach(learner, clock.instant());
        table.pod(pod("a", "edge-1"), clock.instant());
        table.pod(pod("waits", ""), clock.instant());
        outcomes = new PrometheusOutcomes(properties.queries(), properties.client(), table, () -> leads, clock);
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private static PodFacts pod(String name, String node) {
        ContainerFacts container =
                new ContainerFacts("main", false, 0, "", "", TestClock.START.minusSeconds(60), null, null);
        return new PodFacts(
                PodUid.of("uid-" + name),
                name,
                "shop.cart",
                node,
                "Running",
                "",
                "",
                "",
                false,
                false,
                TestClock.START,
                List.of(container));
    }

    private static String vector(String... results) {
        return "{\"status\":\"success\",\"data\":{\"resultType\":\"vector\",\"result\":[" + String.join(",", results)
                + "]}}";
    }

    private static String result(String pod, double at, String value) {
        return "{\"metric\":{\"namespace\":\"shop\",\"pod\":\"" + pod + "\"},\"value\":[" + at + ",\"" + value + "\"]}";
    }

    private List<Double> values() {
        return learner
                .typeNode("shop.cart", "edge-1", clock.instant())
                .map(PodTypeNodeView::outcomes)
                .orElse(List.of())
                .stream()
                .filter(outcome -> outcome.cause() == OutcomeCause.QUERY)
                .map(RecordedOutcome::value)
                .toList();
    }

    @Test
    void aSampleIsAnOutcomeOfItsPodAndCountsOnce() {
        answers.put(
                "first", vector(result("a", NOW - 30, "0.25"), result("waits", NOW, "0"), result("gone", NOW, "0")));
        answers.put("second", vector(result("a", NOW - 30, "0.5"), result("a", NOW, "NaN")));

        outcomes.poll();
        outcomes.poll();
        assertThat(values()).containsExactlyInAnyOrder(0.25, 0.5);
        assertThat(outcomes.problem()).isEmpty();

        answers.put("first", vector(result("a", NOW - 15, "0.75")));
        outcomes.poll();
        assertThat(values()).containsExactlyInAnyOrder(0.25, 0.5, 0.75);
    }

    /** An expression is evaluated by the server's clock. */
    @Test
    void aServerWhoseClockIsAheadIsHeard() {
        answers.put("first", vector(result("a", NOW + 0.2, "0.25")));
        outcomes.poll();
        assertThat(values()).containsExactly(0.25);
        assertThat(outcomes.problem()).isEmpty();

        answers.put("first", vector(result("a", NOW + 3_600, "0.25")));
        outcomes.poll();
        assertThat(values()).containsExactly(0.25);
        assertThat(outcomes.problem()).contains("first: shop/a: at is");
    }

    @Test
    void howeverManyPodsATypeHasOnANodeEachSampleCountsOnce() {
        String[] results = IntStream.range(0, 100)
                .mapToObj(i -> {
                    table.pod(pod("many-" + i, "edge-1"), clock.instant());
                    return result("many-" + i, NOW - 30, "0");
                })
                .toArray(String[]::new);
        answers.put("first", vector(results));
        outcomes.poll();
        outcomes.poll();
        answers.put("first", "down for maintenance");
        outcomes.poll();
        answers.put("first", vector(results));
        outcomes.poll();
        assertThat(learner.typeNode("shop.cart", "edge-1", clock.instant())
                        .orElseThrow()
                        .failures())
                .isEqualTo(100);
    }

    @Test
    void whatCannotBeUsedIsReportedAndStopsNothing() {
        answers.put("first", "down for maintenance");
        answers.put("second", vector(result("a", NOW, "7"), result("a", NOW - 1, "1")));

        outcomes.poll();
        assertThat(values()).containsExactly(1.0);
        assertThat(outcomes.problem()).contains("first: no results: status 503");

        answers.remove("first");
        outcomes.poll();
        assertThat(outcomes.problem()).contains("second: shop/a: value is 7.0: it must be");
        answers.put("second", vector("{\"metric\":{\"pod\":\"a\"},\"value\":[1,\"1\"]}"));
        outcomes.poll();
        assertThat(outcomes.problem()).contains("a series has no labels namespace and pod");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "url; ftp://prometheus; url is ftp://prometheus: it must be an http or https URL",
                "url; http://jane:secret@prometheus; url is http://***@prometheus: it must be without user",
                "poll; 4s; poll is PT4S: it must be in 5s..1h",
                "poll; 110000d; poll is PT2640000H: it must be in 5s..1h",
                "timeout; 999us; timeout is PT0.000999S: it must be at least 1ms",
            })
    void wrongSettingsAreNamed(String property, String value, String problem) {
        String prefix = "edgewise.reward-monitor.prometheus";
        assertThatThrownBy(
                        () -> TestProperties.bind(PrometheusProperties.class, Map.of(prefix + "." + property, value)))
                .hasStackTraceContaining(prefix + "." + problem);
    }

    @Test
    void aReplicaThatStandsByAsksNobody() {
        leads = Optional.empty();
        answers.put("first", "down for maintenance");
        outcomes.poll();
        assertThat(outcomes.problem()).isEmpty();
    }
}
