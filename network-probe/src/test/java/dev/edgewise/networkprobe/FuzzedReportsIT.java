package dev.edgewise.networkprobe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.networkprobe.coordinator.RefusedReportException;
import dev.edgewise.networkprobe.coordinator.web.AgentTokenVerifier;
import java.net.http.HttpResponse;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** Ten thousand reports, each with something wrong: none is accepted, none is a fault of ours. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "edgewise.store=memory",
            "edgewise.network-probe.sources=agents",
            "edgewise.network-probe.static.poll=20ms",
            "edgewise.network-probe.agents.round=10m",
            "edgewise.network-probe.agents.half-life=10m",
            "edgewise.network-probe.publish.valid-for=20m",
            "edgewise.network-probe.agents.reports-per-round=1000000"
        })
@DirtiesContext
class FuzzedReportsIT {
    private static final int REPORTS = 10_000;
    private static final Cluster cluster = new Cluster();

    @LocalServerPort
    int port;

    private final Random random = new Random(20261121);
    private long round = 1;

    @TestConfiguration
    static class Tokens {
        @Bean
        @Primary
        AgentTokenVerifier testTokens() {
            return token -> {
                if (!token.matches("token-of-[ab]")) {
                    throw new RefusedReportException(401, "the token is of nobody: it must be of an agent");
                }
                return token.substring("token-of-".length());
            };
        }

        @Bean
        @Primary
        ReviewApi testReviews() {
            return new FakeReviews().user("reader", "list roundtriptimes in edgewise");
        }
    }

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("edgewise.kubernetes.kubeconfig", cluster::kubeconfig);
        cluster.nodesWithAgents("a", "b");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    /** A report to send: to which node, by which user, and what; the least status of the response. */
    private record Attempt(String node, String token, byte[] body, int least) {
        /** A good report of a pair that was not assigned: that pair is left out. */
        Attempt leftOut() {
            return new Attempt(node, token, body, 200);
        }
    }

    private static String report(Object session, Object round, Object sentAt, Object results) {
        return "{\"session\":" + session + ",\"round\":" + round + ",\"sentAtMillis\":" + sentAt + ",\"results\":"
                + results + "}";
    }

    private static String result(Object to, Object sent, Object rtts) {
        return "[{\"to\":" + to + ",\"via\":\"udp\",\"sent\":" + sent + ",\"rttMicros\":" + rtts + "}]";
    }

    private String pick(String... values) {
        return values[random.nextInt(values.length)];
    }

    private String number() {
        return pick(
                        "-1",
                        "0",
                        "-0.5",
                        "1.5",
                        "NaN",
                        "Infinity",
                        "-Infinity",
                        "1e400",
                        "60000001",
                        "9223372036854775808")
                + pick("", "", "0", "e5");
    }

    /** Returns a value that is no number from 0 on. */
    private String wrong() {
        return pick("-1", "-0.5", "1.5", "NaN", "Infinity", "1e400", "9223372036854775808") + pick("", "0", "e5");
    }

    private String junk() {
        return pick("null", "true", "\"\"", "\"x\"", "{}", "[[]]", "[null]", "{\"a\":[1]}", "\"\\u0000\"", "1e999");
    }

    /** Valid but for one thing. */
    private Attempt attempt() {
        String session = "\"00000000000000aa\"";
        String next = String.valueOf(++round);
        String good = report(session, next, 1, result("\"b\"", 5, "[700]"));
        return switch (random.nextInt(14)) {
            case 0 -> as("b", "token-of-a", good.replace("\"b\"", "\"a\""));
            case 1 -> as("a", pick("", "x", "token-of-b", "token-of-c", "\u00e4"), good);
            case 2 -> as(pick("c", "A", "a.", "%2e%2e", "a%00", "x".repeat(300)), "token-of-a", good);
            case 3 -> own(report(session, next, 1, result("\"b\"", 5, "[700," + pick("-", "") + number() + "]")));
            case 4 -> own(report(session, next, 1, result("\"b\"", number(), "[]")));
            case 5 ->
                own(report(session, next, 1, result(pick("\"a\"", "\"c\"", "\"\"", "\"b \"", "7", junk()), 5, "[]")))
                        .leftOut();
            case 6 -> own(report(session, pick("1", "0", "-5", wrong(), junk()), 1, result("\"b\"", 5, "[700]")));
            case 7 -> own(report(pick("\"00000000000000AA\"", "\"aa\"", "170", junk()), next, 1, "[]"));
            case 8 -> own(report(session, next, pick("-1", junk(), wrong()), "[]"));
            case 9 -> own(report(session, next, 1, pick(junk(), "5", "{}", "[5]", "[{}]", "[" + "[".repeat(2_000))));
            case 10 -> own(good.substring(0, random.nextInt(good.length())));
            case 11 -> {
                byte[] bytes = new byte[random.nextInt(200)];
                random.nextBytes(bytes);
                yield new Attempt("a", "token-of-a", bytes, 400);
            }
            case 12 -> own(report(session, next, 1, result("\"b\"", 2, "[1,2,3]")));
            default -> own(good.replace("}]}", "},{\"to\":\"b\",\"sent\":1,\"rttMicros\":[]}]}"));
        };
    }

    private static Attempt own(String body) {
        return as("a", "token-of-a", body);
    }

    private static Attempt as(String node, String token, String body) {
        return new Attempt(node, token, body.getBytes(UTF_8), 400);
    }

    @Test
    void nothingOfThemCountsAndNoneIsAFaultOfOurs() throws Exception {
        Http http = new Http(port);
        await().untilAsserted(() -> assertThat(http.get("/api/v1/peers/a", "Authorization", "Bearer token-of-a")
                        .body())
                .contains("\"b\""));
        String first = report("\"00000000000000aa\"", 1, 1, result("\"b\"", 5, "[700]"));
        assertThat(http.post("/api/v1/reports/a", first, "Authorization", "Bearer token-of-a")
                        .statusCode())
                .isLessThan(300);
        await().untilAsserted(() -> assertThat(roundTripTimes(http)).contains("\"from\":\"a\",\"to\":\"b\""));
        String before = roundTripTimes(http);
        TreeMap<Integer, Integer> statuses = new TreeMap<>();

        for (int i = 0; i < REPORTS; i++) {
            Attempt attempt = attempt();
            String[] headers = attempt.token.isEmpty() || attempt.token.charAt(0) > 'z'
                    ? new String[0]
                    : new String[] {"Authorization", "Bearer " + attempt.token};
            int status = http.call("POST", "/api/v1/reports/" + attempt.node, attempt.body, headers)
                    .statusCode();
            assertThat(status).as(new String(attempt.body, UTF_8)).isBetween(attempt.least, 499);
            statuses.merge(status, 1, Integer::sum);
        }

        assertThat(statuses).containsKeys(401, 403, 409, 422);
        assertThat(roundTripTimes(http)).isEqualTo(before);
    }

    /** Returns all round-trip times, without their age. */
    private static String roundTripTimes(Http http) throws Exception {
        HttpResponse<String> answer =
                http.get("/api/v1/rtt", "Authorization", "Bearer " + TestTokens.of("reader", "edgewise-network-probe"));
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body().replaceAll("\"age\":\"[^\"]*\"", "");
    }
}
