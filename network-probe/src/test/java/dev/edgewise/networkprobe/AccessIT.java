package dev.edgewise.networkprobe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.kubernetes.testing.StallingCheck;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** Access to reads and changes, which require the right in the cluster. */
@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"edgewise.store=memory", "edgewise.network-probe.sources=agents,static"})
@DirtiesContext
@ExtendWith(OutputCaptureExtension.class)
class AccessIT {
    private static final String BODY = "{\"p50Ms\": 5}";
    private static final FakeReviews reviews = new FakeReviews()
            .user(
                    "admin",
                    "get roundtriptimes in edgewise",
                    "update roundtriptimes in edgewise",
                    "delete roundtriptimes in edgewise")
            .user("reader", "get roundtriptimes in edgewise", "list roundtriptimes in edgewise")
            .user("lister", "list roundtriptimes in edgewise")
            .user("nobody");

    private static final Cluster cluster = new Cluster();

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) {
        registry.add("edgewise.kubernetes.kubeconfig", cluster::kubeconfig);
        cluster.nodesWithAgents("a", "b");
    }

    @AfterAll
    static void stop() {
        cluster.close();
    }

    @LocalServerPort
    int port;

    @Autowired
    @Qualifier("requestMappingHandlerMapping")
    RequestMappingHandlerMapping mappings;

    @Autowired
    List<RequiredAccess> parts;

    private Http http;

    @TestConfiguration
    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return reviews;
        }
    }

    @BeforeEach
    void connect() {
        http = new Http(port);
        reviews.asked.clear();
        reviews.up = true;
    }

    private static String[] as(String user) {
        return new String[] {"Authorization", "Bearer " + TestTokens.of(user, "edgewise-network-probe")};
    }

    private HttpResponse<String> put(String... headers) throws Exception {
        return http.call("PUT", "/api/v1/rtt/a/b", BODY.getBytes(), headers);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "/a/b", ".csv", ".matrix", ".metadata", ".grid"})
    void readingNeedsARole(String path) throws Exception {
        assertThat(put(as("admin")).statusCode()).isEqualTo(200);

        HttpResponse<String> without = http.get("/api/v1/rtt" + path);
        assertThat(without.statusCode()).isEqualTo(401);
        assertThat(without.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(http.get("/api/v1/rtt" + path, as("nobody")).statusCode()).isEqualTo(403);
        assertThat(http.get("/api/v1/rtt" + path, as("reader")).statusCode()).isEqualTo(200);
    }

    @Test
    void thePrototypesQuestionNeedsTheRoleToList() throws Exception {
        String path = "/monitoring/near-nodes/latency?source_node=a";

        assertThat(http.get(path).statusCode()).isEqualTo(401);
        assertThat(http.get(path, as("admin")).statusCode()).isEqualTo(403);
        assertThat(http.get(path, as("lister")).body()).startsWith("[{\"node_name\":\"a\"");
    }

    /** A new call without a role fails here. */
    @Test
    void noCallOfTheInterfaceIsOpen() throws Exception {
        List<String> calls = mappings.getHandlerMethods().keySet().stream()
                .flatMap(info -> info.getMethodsCondition().getMethods().stream()
                        .flatMap(method -> info.getPatternValues().stream().map(path -> method + " " + path)))
                .filter(call -> call.contains("/api/"))
                .toList();
        assertThat(calls)
                .hasSizeGreaterThan(9)
                .contains("GET /api/v1/peers/{node}", "POST /api/v1/reports/{node}", "POST /api/v1/rtt:reprobe");
        for (String call : calls) {
            String[] parts = call.replaceAll("\\{\\w+}", "x").split(" ");
            assertThat(http.call(parts[0], parts[1], BODY.getBytes()).statusCode())
                    .as(call)
                    .isEqualTo(401);
        }
    }

    @Test
    void peersAreForTheirAgentAndForWhoMaySeeAllRoundTripTimes() throws Exception {
        await().untilAsserted(() ->
                assertThat(http.get("/api/v1/peers/a", as("reader")).body()).contains("\"b\""));

        HttpResponse<String> nobodys = http.get("/api/v1/peers/a", as("nobody"));
        assertThat(nobodys.statusCode()).isEqualTo(403);
        assertThat(nobodys.body())
                .contains("the token is of nobody: it must be of system:serviceaccount:default:network-probe-agent")
                .contains("others than agents need a role that allows to list roundtriptimes of the group edgewise.dev"
                        + " in namespace edgewise");
        assertThat(http.get("/api/v1/peers/a").statusCode()).isEqualTo(401);
    }

    @Test
    void thePageItselfTellsNothingAndIsOpen() throws Exception {
        assertThat(http.get("/").statusCode()).isEqualTo(200);
        assertThat(http.get("/rtt.js").statusCode()).isEqualTo(200);
        assertThat(http.get("/edgewise.js").statusCode()).isEqualTo(200);
    }

    @Test
    void whoMayIsLetThroughAndNotAskedAboutEachTime() throws Exception {
        String[] admin = as("admin");
        assertThat(put(admin).statusCode()).isEqualTo(200);
        assertThat(put("Authorization", admin[1].replace("Bearer", "bearer")).statusCode())
                .isEqualTo(200);
        assertThat(http.call("DELETE", "/api/v1/rtt/a/b", new byte[0], admin).statusCode())
                .isEqualTo(204);

        assertThat(reviews.asked).doesNotHaveDuplicates().contains("admin: delete roundtriptimes in edgewise");
    }

    @Test
    void whoIsNotKnownReadsWhatIsMissing() throws Exception {
        for (String[] headers : new String[][] {{}, {"Authorization", "Basic admin"}, {"Authorization", "Bearer "}}) {
            HttpResponse<String> answer = put(headers);
            assertThat(answer.statusCode()).isEqualTo(401);
            assertThat(answer.headers().firstValue("WWW-Authenticate")).contains("Bearer");
            assertThat(answer.body()).contains("authorization is missing: it must be Bearer and a token");
        }
        assertThat(put(as("stranger")).body()).contains("\"status\":401").contains("the token is not valid");
    }

    @Test
    void theAuditLogHasEachChangeOfADelay(CapturedOutput output) throws Exception {
        put(as("admin"));
        http.call("DELETE", "/api/v1/rtt/a/b", new byte[0], as("admin"));
        put(as("reader"));

        await().untilAsserted(() -> assertThat(output)
                .contains("Changed by REST; user=admin method=PUT path=/api/v1/rtt/a/b status=200")
                .contains("Changed by REST; user=admin method=DELETE path=/api/v1/rtt/a/b status=204")
                .contains("Refused a change by REST; user=reader method=PUT path=/api/v1/rtt/a/b status=403"));
    }

    @Test
    void whoMayNotReadsWhichRoleIsMissing() throws Exception {
        assertThat(put(as("reader")).body())
                .contains("\"status\":403")
                .contains("reader may not do this: a role must allow it to update roundtriptimes of the group"
                        + " edgewise.dev in namespace edgewise");
    }

    @Test
    void withoutTheClusterNobodyNewIsLetThrough() throws Exception {
        reviews.up = false;
        HttpResponse<String> answer = put(
                "Authorization",
                "Bearer "
                        + TestTokens.of(
                                "admin", "edgewise-network-probe", Instant.now().minusSeconds(5)));

        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.headers().firstValue("Retry-After")).contains("5");
        assertThat(answer.body()).contains("tokens and rights cannot be reviewed: no API; try again later");

        reviews.up = true;
        String other = TestTokens.of(
                "stranger", "edgewise-network-probe", Instant.now().minusSeconds(10));
        await().untilAsserted(() ->
                assertThat(put("Authorization", "Bearer " + other).statusCode()).isEqualTo(401));
    }

    @Test
    void itsManifestGrantsWhatItNeedsAndNoMore() throws Exception {
        Path manifest = Path.of("../deploy/kubernetes/base/network-probe/access.yaml");
        assertThat(ManifestRights.of(manifest, "edgewise-network-probe"))
                .containsExactlyInAnyOrderElementsOf(ManifestRights.needed(parts.stream()));
    }

    @Test
    void callersThatStallKeepNobodyOut() throws Exception {
        StallingCheck.honestCallersAreAnswered(port, "PUT", "/api/v1/rtt/a/b", as("admin"));
    }
}
