package dev.edgewise.networkprobe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.ReviewUnavailableException;
import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import dev.edgewise.networkprobe.coordinator.web.AgentTokenVerifier;
import dev.edgewise.networkprobe.matrix.DelayMatrix;
import dev.edgewise.networkprobe.matrix.MatrixNodesParser;
import dev.edgewise.networkprobe.matrix.MatrixParser;
import dev.edgewise.networkprobe.matrix.NamedMatrix;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** The whole service with agents that this test plays: on a node, with the token {@code token-of-<node>}. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "edgewise.network-probe.sources=agents",
            "edgewise.network-probe.static.poll=20ms",
            "edgewise.network-probe.agents.round=1s",
            "edgewise.network-probe.agents.reports-per-round=1000000",
            "edgewise.network-probe.estimates.every=1s"
        })
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
class AgentsIT {
    @RegisterExtension
    static final EmbeddedRedis redis = EmbeddedRedis.forService("network-probe");

    private static final String TOKEN = "Bearer " + TestTokens.of("scheduler", "edgewise-network-probe");
    private static final Cluster cluster = new Cluster();

    @LocalServerPort
    int port;

    private final StringRedisTemplate template = redis.administrator();

    private final AtomicLong rounds = new AtomicLong(System.nanoTime());
    private Http http;

    @TestConfiguration
    static class Tokens {
        @Bean
        @Primary
        AgentTokenVerifier testTokens() {
            return token -> {
                if (token.equals("unchecked")) {
                    throw new ReviewUnavailableException("tokens cannot be reviewed: no API", null);
                }
                if (!token.startsWith("token-of-")) {
                    throw new RefusedReportException(401, "the token is of nobody: it must be of an agent");
                }
                return token.substring("token-of-".length());
            };
        }
    }

    @TestConfiguration
    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return new FakeReviews()
                    .user(
                            "scheduler",
                            "create roundtriptimes/reprobe in edgewise",
                            "get roundtriptimes in edgewise",
                            "list roundtriptimes in edgewise");
        }
    }

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("edgewise.kubernetes.kubeconfig", cluster::kubeconfig);
        redis.properties().forEach(property -> {
            int end = property.indexOf('=');
            registry.add(property.substring(0, end), () -> property.substring(end + 1));
        });
        List.of("a", "b", "c").forEach(node -> {
            cluster.node(node, node.equals("c") ? "far" : "near");
            cluster.agent(node, "10.0.0." + (int) node.charAt(0));
        });
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @BeforeEach
    void connect() {
        http = new Http(port);
    }

    private HttpResponse<String> reprobe(String request) throws Exception {
        return http.post("/api/v1/rtt:reprobe", request, "Authorization", TOKEN);
    }

    private String stored(String from, String to) {
        return (String) template.opsForHash().get("edgewise:rtt:" + from, to);
    }

    private String tag(String node) throws Exception {
        return tag(node, "Bearer token-of-" + node);
    }

    private String tag(String node, String authorization) throws Exception {
        return http.get("/api/v1/peers/" + node, "Authorization", authorization)
                .headers()
                .firstValue("ETag")
                .orElse("");
    }

    private String peers(String node) throws Exception {
        return http.get("/api/v1/peers/" + node, "Authorization", "Bearer token-of-" + node)
                .body();
    }

    private String body(String session, long round, String list, String results) {
        return "{\"session\":\"" + session + "\",\"list\":\"" + list.replace("\"", "\\\"") + "\",\"round\":" + round
                + ",\"sentAtMillis\":1,\"stalls\":0,\"results\":[" + results + "]}";
    }

    private static String answered(String to, int... micros) {
        StringBuilder values = new StringBuilder();
        for (int value : micros) {
            values.append(values.isEmpty() ? "" : ",").append(value);
        }
        return "{\"to\":\"" + to + "\",\"via\":\"udp\",\"sent\":5,\"rttMicros\":[" + values + "],\"discarded\":0}";
    }

    private HttpResponse<String> report(String node, String results) throws Exception {
        return http.post(
                "/api/v1/reports/" + node,
                body("000000000000000" + node, rounds.incrementAndGet(), tag(node), results),
                "Authorization",
                "Bearer token-of-" + node);
    }

    /** One story, as each part needs the state the one before left. */
    @Test
    void measuresPublishesShowsAndForgets(CapturedOutput output) throws Exception {
        agentsAreGivenTheirPeers();
        aReportIsPublishedWithItsDirection();
        aDirectProbeIsRequestedOnce();
        itIsShownAndExported();
        aReceiverWithoutAnswersIsLostInTheThirdRoundAndBackAtOnce();
        whatRedisLosesIsStoredAgain();
        aNodeThatIsNotReadyIsNoPeerAndADeletedOneIsForgotten();
        assertThat(output).as("reports are not in the audit log").doesNotContain("path=/api/v1/reports/");
    }

    private void agentsAreGivenTheirPeers() throws Exception {
        await().untilAsserted(() -> assertThat(peers("a"))
                .contains("{\"node\":\"b\",\"address\":\"10.0.0.98\",\"port\":6970}")
                .contains("\"node\":\"c\""));
        assertThat(http.get("/api/v1/peers/a", "Authorization", TOKEN, "If-None-Match", tag("a", TOKEN))
                        .statusCode())
                .isEqualTo(304);
    }

    private void aReportIsPublishedWithItsDirection() throws Exception {
        assertThat(report("a", answered("b", 800, 810, 820, 830, 840) + "," + answered("c", 20_000, 20_000, 20_000))
                        .statusCode())
                .isEqualTo(204);
        await().untilAsserted(() -> assertThat(stored("a", "c")).contains("\"rtt\":[20000,"));
        assertThat(stored("a", "b"))
                .contains("\"rtt\":[")
                .contains("\"by\":\"agents\"")
                .contains(",0],\"at\"");
        assertThat(stored("a", "c")).contains(",0.4],\"at\"");
        assertThat(http.get("/api/v1/rtt/a/b", "Authorization", TOKEN).body())
                .contains("\"samples\":5")
                .contains("\"resolutionMs\":0.001");
    }

    private void aDirectProbeIsRequestedOnce() throws Exception {
        HttpResponse<String> answer = reprobe("{\"from\":\"b\",\"to\":[\"c\",\"c\"]}");
        assertThat(answer.statusCode()).isEqualTo(202);
        assertThat(answer.body()).isEqualTo("{\"from\":\"b\",\"to\":[\"c\"]}");
        assertThat(report("b", answered("a", 900)).body()).contains("\"probeNow\":[{\"node\":\"c\"");
        assertThat(report("b", answered("c", 20_000, 20_000, 20_000)).body()).doesNotContain("\"probeNow\":[{");
        await().untilAsserted(() -> assertThat(stored("b", "c")).contains("\"rtt\":[20000,"));
    }

    private void itIsShownAndExported() throws Exception {
        await().untilAsserted(this::shows);
        await().untilAsserted(this::exportsWhatCanBeFedBack);
    }

    private void aReceiverWithoutAnswersIsLostInTheThirdRoundAndBackAtOnce() throws Exception {
        for (int round = 0; round < 3; round++) {
            report("a", answered("b") + "," + answered("c", 20_000));
        }
        await().untilAsserted(() -> assertThat(stored("a", "b")).contains(",1],\"at\""));
        assertThat(http.get("/api/v1/rtt/a/b", "Authorization", TOKEN).body()).contains("\"stale\":true");
        assertThat(http.get("/api/v1/rtt?from=a&fresh=true", "Authorization", TOKEN)
                        .body())
                .doesNotContain("\"to\":\"b\"");
        report("a", answered("b", 800));
        await().untilAsserted(() -> assertThat(stored("a", "b")).doesNotContain(",1],\"at\""));
    }

    private void whatRedisLosesIsStoredAgain() throws Exception {
        redis.stop();
        redis.deleteData();
        redis.start();
        report("a", answered("b", 9_000, 9_000, 9_000) + "," + answered("c", 90_000, 90_000, 90_000));
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(stored("a", "b")).isNotNull());
    }

    private void aNodeThatIsNotReadyIsNoPeerAndADeletedOneIsForgotten() throws Exception {
        cluster.ready("c", false);
        await().untilAsserted(() -> assertThat(peers("a")).doesNotContain("\"c\""));
        assertThat(reprobe("{\"from\":\"b\",\"to\":[\"c\"]}").body()).contains("\"to\":[]");
        cluster.delete("c");
        await().untilAsserted(() -> assertThat(stored("a", "c")).isNull());
        await().untilAsserted(() -> assertThat(
                        http.get("/api/v1/peers/c", "Authorization", TOKEN).statusCode())
                .isEqualTo(404));
    }

    /** Reports all pairs, as they are not reported for longer than three rounds otherwise. */
    private void allReport() throws Exception {
        report("a", answered("b", 800, 800, 800, 800, 800) + "," + answered("c", 20_000, 20_000, 20_000));
        report("b", answered("a", 900, 900, 900) + "," + answered("c", 20_000, 20_000, 20_000));
        report(
                "c",
                answered("a", 21_000, 21_000, 21_000, 21_000, 21_000) + "," + answered("b", 21_000, 21_000, 21_000));
    }

    private void shows() throws Exception {
        allReport();
        String grid = http.get("/api/v1/rtt.grid", "Authorization", TOKEN).body();
        assertThat(grid)
                .contains("\"of\":\"node\"")
                .contains("\"names\":[\"c\",\"a\",\"b\"]")
                .contains("\"zones\":[\"far\",\"near\",\"near\"]")
                .contains("\"states\":[\".mm\",\"m.m\",\"mm.\"]");
        assertThat(http.get("/").body()).contains("<canvas id=\"grid\"");
        assertThat(http.get("/rtt.js").statusCode()).isEqualTo(200);
        assertThat(http.get("/api/v1/rtt.csv", "Authorization", TOKEN).body())
                .startsWith("from,to,p50_ms")
                .contains("\na,c,20,20,20,0.4,");
        assertThat(http.get("/actuator/prometheus").body())
                .contains(
                        "edgewise_rtt_probes_total{from_zone=\"near\",result=\"lost\",source=\"agents\",to_zone=\"far\"}")
                .contains(
                        "edgewise_rtt_seconds_bucket{from_zone=\"near\",source=\"agents\",to_zone=\"far\",le=\"0.02\"}")
                .contains("edgewise_rtt_measured_pairs{source=\"agents\",state=\"fresh\"} 6.0")
                .contains("edgewise_rtt_round_seconds_count")
                .contains("edgewise_signal_values_written_total")
                .contains("edgewise_rtt_estimate_error_bucket");
        assertThat(http.get("/actuator/health").body()).contains("\"storeConnected\":true");
    }

    private void exportsWhatCanBeFedBack() throws Exception {
        allReport();
        byte[] matrix =
                http.get("/api/v1/rtt.matrix", "Authorization", TOKEN).body().getBytes(UTF_8);
        byte[] metadata =
                http.get("/api/v1/rtt.metadata", "Authorization", TOKEN).body().getBytes(UTF_8);
        DelayMatrix read = MatrixParser.parse("matrix", matrix);

        assertThat(MatrixNodesParser.parse("metadata", metadata, 3))
                .extracting(NamedMatrix.Node::name)
                .containsExactly("a", "b", "c");
        assertThat(read.micros(0, 2)).as("of five echoes two are lost").isEqualTo(86_400_000_000L);
        assertThat(read.micros(2, 0)).isBetween(20_950L, 21_050L);
        assertThat(http.get("/api/v1/rtt.matrix?percentile=p90", "Authorization", TOKEN)
                        .body())
                .contains("percentile is p90: it must be one of p50, p95, p99");
    }

    @Test
    void onlyAgentsGetTheKeyThatSignsEchoes() throws Exception {
        await().untilAsserted(() -> assertThat(peers("b")).contains("\"a\""));
        assertThat(http.get("/api/v1/peers/b", "Authorization", "Bearer token-of-b")
                        .body())
                .containsPattern("\"echoKey\":\"[0-9a-f]{32}\"");
        assertThat(http.get("/api/v1/peers/b", "Authorization", TOKEN).body()).contains("\"echoKey\":\"\"");
    }

    /**
     * An agent that got the list without the key gets the whole one, at the latest when its next report says which it
     * has.
     */
    @Test
    void theListWithTheKeyHasAnotherTagThanTheListWithoutIt() throws Exception {
        await().untilAsserted(() -> assertThat(peers("b")).contains("\"a\""));
        String without = tag("b", TOKEN);
        String agent = "Bearer token-of-b";
        HttpResponse<String> whole = http.get("/api/v1/peers/b", "Authorization", agent, "If-None-Match", without);
        assertThat(whole.statusCode()).isEqualTo(200);
        assertThat(whole.body()).containsPattern("\"echoKey\":\"[0-9a-f]{32}\"");
        assertThat(http.get("/api/v1/peers/b", "Authorization", agent, "If-None-Match", tag("b"))
                        .statusCode())
                .isEqualTo(304);
        assertThat(http.get("/api/v1/peers/b", "Authorization", TOKEN, "If-None-Match", tag("b"))
                        .statusCode())
                .as("a reader learns nothing of the key from tags")
                .isEqualTo(200);
        assertThat(http.get("/api/v1/peers/b", "Authorization", TOKEN, "If-None-Match", without)
                        .statusCode())
                .isEqualTo(304);
        String body = body("000000000000000b", rounds.incrementAndGet(), without, answered("a", 800));
        assertThat(http.post("/api/v1/reports/b", body, "Authorization", agent).body())
                .contains("\"peersChanged\":true");
    }

    @Test
    void wrongCallsAreNamed() throws Exception {
        assertThat(http.post("/api/v1/rtt:reprobe", "{\"from\":\"a\",\"to\":[\"b\"]}")
                        .statusCode())
                .isEqualTo(401);
        await().untilAsserted(() -> assertThat(peers("b")).contains("\"a\""));
        assertThat(http.get("/api/v1/peers/b", "Authorization", "Bearer token-of-a")
                        .statusCode())
                .as("of another node")
                .isEqualTo(401);
        assertThat(http.get("/api/v1/peers/b", "Authorization", "Bearer unchecked")
                        .statusCode())
                .isEqualTo(503);
        String good = body("0000000000000001", 1, "", answered("b", 5));
        assertThat(http.post("/api/v1/reports/a", good).statusCode()).isEqualTo(401);
        assertThat(http.post("/api/v1/reports/a", good, "Authorization", "Bearer x")
                        .headers()
                        .firstValue("WWW-Authenticate"))
                .contains("Bearer");
        assertThat(http.post("/api/v1/reports/a", good, "Authorization", "Bearer token-of-b")
                        .body())
                .contains("\"status\":403")
                .contains("node is a: it must be that of the token, b");
        assertThat(http.post("/api/v1/reports/a", good, "Authorization", "Bearer unchecked")
                        .statusCode())
                .isEqualTo(503);
        assertThat(http.post("/api/v1/reports/x", good, "Authorization", "Bearer token-of-x")
                        .statusCode())
                .isEqualTo(404);
        assertThat(report("a", "{}").body()).contains("\"status\":422").contains("results[0].to is missing");
        assertThat(report("a", " ".repeat(300_000)).statusCode()).isEqualTo(413);
        assertThat(reprobe("{\"from\":\"a\",\"to\":[\"nowhere\"]}").body())
                .contains("\"status\":422")
                .contains("\"field\":\"to[0]\"")
                .contains("to[0] is nowhere: it must be a node of the cluster");
        assertThat(reprobe("{\"from\":\"a\"}").body()).contains("to is 0 nodes");
        assertThat(reprobe("{\"from\":\"a\",\"to\":[\"a\"]}").statusCode()).isEqualTo(422);
    }
}
