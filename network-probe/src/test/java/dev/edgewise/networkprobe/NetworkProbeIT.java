package dev.edgewise.networkprobe;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.common.testing.OpenApiDocument;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {"edgewise.network-probe.static.poll=50ms", "edgewise.security.auth=none"})
@DirtiesContext
class NetworkProbeIT {
    @RegisterExtension
    static final EmbeddedRedis redis = EmbeddedRedis.forService("network-probe");

    @TempDir
    static Path directory;

    private static final HttpClient http = HttpClient.newHttpClient();

    @LocalServerPort
    int port;

    private final StringRedisTemplate template = redis.administrator();

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) throws IOException {
        Files.writeString(matrix(), "0 5\n6 0\n");
        Files.writeString(
                metadata(), "{\"a\": {\"row\": 0, \"zone\": \"near\"}, \"b\": {\"row\": 1, \"zone\": \"near\"}}");
        registry.add("edgewise.network-probe.static.matrix", NetworkProbeIT::matrix);
        registry.add("edgewise.network-probe.static.metadata", NetworkProbeIT::metadata);
        redis.properties().forEach(property -> {
            int end = property.indexOf('=');
            registry.add(property.substring(0, end), () -> property.substring(end + 1));
        });
    }

    private static Path matrix() {
        return directory.resolve("rtt.txt");
    }

    private static Path metadata() {
        return directory.resolve("nodes.json");
    }

    private HttpResponse<String> call(String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    private String get(String path) throws Exception {
        return call("GET", path, "").body();
    }

    private String stored(String from, String to) {
        return (String) template.opsForHash().get("edgewise:rtt:" + from, to);
    }

    private void maxMemory(int bytes) {
        template.execute((RedisCallback<Void>) connection -> {
            connection.serverCommands().setConfig("maxmemory", String.valueOf(bytes));
            return null;
        });
    }

    private void load(String text) throws IOException {
        Files.writeString(matrix(), text);
    }

    /** One story, as each part needs the state the one before left. */
    @Test
    void publishesWhatItsFilesSayThroughChangesFaultsAndOutages() throws Exception {
        publishesWhatItsFilesSay();
        aBadFileIsReportedAndTheLastGoodOneStays();
        aPairByHandIsKeptWhileTheFileSaysOfItWhatItSaid();
        aFullRedisIsReported();
        whatAnEmptyRedisLacksIsStoredAgain();
        rowsThatAnotherDeletesComeBackAndANodeThatLeftTheMatrixGoes();
        itIsCounted();
    }

    private void publishesWhatItsFilesSay() throws Exception {
        // On a busy machine the first command of a connection may time out.
        await().ignoreExceptions()
                .untilAsserted(() -> assertThat(stored("a", "b")).contains("\"rtt\":[5000,5000,5000,"));
        await().untilAsserted(() -> assertThat(stored("b", "a")).contains("\"rtt\":[6000,"));
        assertThat(get("/api/v1/rtt?from=a")).contains("\"continue\":null").contains("\"p50Ms\":5.0");
        assertThat(get("/api/v1/rtt?limit=1")).contains("\"continue\":\"a/b\"").doesNotContain("\"from\":\"b\"");
        assertThat(get("/api/v1/rtt?limit=1&continue=a/b"))
                .contains("\"continue\":null", "\"from\":\"b\"")
                .doesNotContain("\"from\":\"a\"");
        assertThat(get("/api/v1/rtt.grid")).contains("\"zones\":[\"near\",\"near\"]");
        assertThat(get("/actuator/health")).contains("\"status\":\"UP\"").contains("\"pairs\":2");
    }

    private void aBadFileIsReportedAndTheLastGoodOneStays() throws Exception {
        load("0 7\nx 0\n");
        await().untilAsserted(() -> assertThat(get("/actuator/health"))
                .contains("DEGRADED")
                .contains("rtt.txt:2:1: value 1 of the row is"));
        assertThat(call("GET", "/actuator/health/readiness", "").statusCode()).isEqualTo(200);
        assertThat(get("/api/v1/rtt/a/b")).contains("\"p50Ms\":5.0");
    }

    private void aPairByHandIsKeptWhileTheFileSaysOfItWhatItSaid() throws Exception {
        assertThat(call("PUT", "/api/v1/rtt/a/b", "{\"p50Ms\": 1.5, \"p99Ms\": 2}")
                        .statusCode())
                .isEqualTo(200);
        assertThat(stored("a", "b")).contains("\"rtt\":[1500,1500,2000,");
        load("0 5\n60 0\n");
        await().untilAsserted(() -> assertThat(stored("b", "a")).contains("\"rtt\":[60000,"));
        assertThat(stored("a", "b")).contains("\"rtt\":[1500,");
    }

    private void aFullRedisIsReported() throws Exception {
        maxMemory(1);
        assertThat(call("PUT", "/api/v1/rtt/a/d", "{\"p50Ms\": 9}").statusCode())
                .isEqualTo(202);
        assertThat(get("/actuator/health"))
                .contains("\"storeConnected\":true", "\"storeTrouble\":", "it is full")
                .contains("DEGRADED");
        maxMemory(0);
        await().untilAsserted(() -> assertThat(get("/actuator/health"))
                .contains("\"status\":\"UP\"")
                .doesNotContain("DEGRADED"));
        assertThat(call("DELETE", "/api/v1/rtt/a/d", "").statusCode()).isEqualTo(204);
    }

    private void whatAnEmptyRedisLacksIsStoredAgain() throws Exception {
        redis.stop();
        await().untilAsserted(() -> assertThat(get("/actuator/health")).contains("\"storeConnected\":false"));
        assertThat(call("PUT", "/api/v1/rtt/a/c", "{\"p50Ms\": 9}").statusCode())
                .isEqualTo(202);
        assertThat(call("GET", "/actuator/health/liveness", "").statusCode()).isEqualTo(200);
        assertThat(call("GET", "/actuator/health/readiness", "").statusCode()).isEqualTo(200);
        redis.deleteData();
        redis.start();
        await().ignoreExceptions().untilAsserted(() -> {
            assertThat(stored("a", "b")).contains("\"rtt\":[1500,");
            assertThat(stored("a", "c")).contains("\"rtt\":[9000,");
            assertThat(stored("b", "a")).contains("\"rtt\":[60000,");
        });
    }

    private void rowsThatAnotherDeletesComeBackAndANodeThatLeftTheMatrixGoes() throws Exception {
        template.delete("edgewise:rtt:b");
        template.opsForStream().add("edgewise:changes", Map.of("key", "edgewise:rtt:b"));
        await().untilAsserted(() -> assertThat(stored("b", "a")).contains("\"rtt\":[60000,"));
        assertThat(call("DELETE", "/api/v1/rtt/a/c", "").statusCode()).isEqualTo(204);
        assertThat(stored("a", "c")).isNull();
        Files.writeString(metadata(), "{\"a\": 0}");
        load("0\n");
        await().untilAsserted(() -> assertThat(template.keys("edgewise:rtt:*")).isEmpty());
    }

    private void itIsCounted() throws Exception {
        assertThat(get("/actuator/prometheus"))
                .contains("edgewise_rtt_pairs 0.0")
                .contains("edgewise_rtt_loads_total{result=\"bad\"}")
                .contains("edgewise_signal_writes_total{result=\"ok\",signal=\"rtt\"}");
        assertThat(OpenApiDocument.saved(get("/v3/api-docs"))).contains("/api/v1/rtt/{from}/{to}");
    }

    @Test
    void wrongRequestsAreNamed() throws Exception {
        assertThat(call("GET", "/api/v1/rtt/a/nowhere", "").statusCode()).isEqualTo(404);
        assertThat(get("/api/v1/rtt/a/a")).contains("to is a: it must be another node than from");
        assertThat(get("/api/v1/rtt?limit=0")).contains("limit is 0: it must be a whole number from 1 to 500");
        assertThat(get("/api/v1/rtt?limit=501")).contains("limit is 501: it must be a whole number from 1 to 500");
        assertThat(get("/api/v1/rtt?continue=a"))
                .contains("continue is a: it must be the value that the page before returned");
        assertThat(call("PUT", "/api/v1/rtt/a/b", "{}").body()).contains("p50Ms is missing");
        assertThat(call("PUT", "/api/v1/rtt/a/b", "{\"p50Ms\": -1}").statusCode())
                .isEqualTo(422);
        assertThat(call("PUT", "/api/v1/rtt/a/b", "{\"p50Ms\": 5, \"loss\": 2}").body())
                .contains("loss is 2.0: it must be a number in 0..1");
        assertThat(call("PUT", "/api/v1/rtt/a/-", "{\"p50Ms\": 5}").statusCode())
                .isEqualTo(422);
        assertThat(call("PUT", "/api/v1/rtt/a/b", "nonsense").statusCode()).isEqualTo(400);
        assertThat(call("POST", "/api/v1/rtt/a/b", "{}").statusCode()).isEqualTo(405);
    }
}
