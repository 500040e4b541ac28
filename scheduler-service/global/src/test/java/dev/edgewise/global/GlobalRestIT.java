package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requests by REST, through one service, in an edge cluster of 4 CPUs and a cloud of 64. */
@Timeout(240)
class GlobalRestIT {
    private static final JsonMapper JSON = new JsonMapper();
    private static final HttpClient CLIENT = HttpClient.newHttpClient();

    @TempDir
    Path directory;

    private final BlockingQueue<String> events = new LinkedBlockingQueue<>();
    private TestManagement management;
    private TestCluster edge;
    private TestCluster cloud;
    private HttpServer hook;
    private GlobalReplica service;

    @BeforeEach
    void start() throws IOException {
        management = TestManagement.embedded(directory);
        edge = new TestCluster("edge", "4");
        cloud = new TestCluster("cloud", "64");
        management.member(edge, Map.of("edgewise.dev/location", "edge"));
        management.member(cloud, Map.of("edgewise.dev/location", "cloud"));
        hook = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        hook.createContext("/", exchange -> {
            events.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        hook.start();
        service = new GlobalReplica(management.kubeconfig(), "edgewise.global.callback.allowed-hosts=127.0.0.1");
    }

    @AfterEach
    void stop() {
        service.close();
        hook.stop(0);
        edge.close();
        cloud.close();
        management.close();
    }

    private HttpResponse<String> send(String method, String path, String body, String... headers) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + service.port() + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return CLIENT.send(request.build(), BodyHandlers.ofString());
    }

    private String body(String cpu) {
        String pod = "apiVersion: v1\nkind: Pod\nmetadata: {name: web}\nspec: {containers: [{name: c, image: i,"
                + " resources: {requests: {cpu: '" + cpu + "'}}}]}\n";
        return "{\"namespace\": \"default\", \"name\": \"web\", \"manifests\": {\"inline\": "
                + JSON.writeValueAsString(pod)
                + "}, \"clusters\": [\"edge\", \"cloud\"], \"callback\": {\"url\": \"http://127.0.0.1:"
                + hook.getAddress().getPort() + "/done\"}}";
    }

    /**
     * 16 CPUs fit in the cloud only: the answer waits until it runs there, explain says why, and the callback comes.
     */
    @Test
    void runsWhereItFitsAndSaysSo() throws Exception {
        HttpResponse<String> answer = send("POST", "/api/v1/requests", body("16"), "Prefer", "wait=30");

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        assertThat(JSON.readTree(answer.body()).path("chosen").toString()).isEqualTo("[\"cloud\"]");
        String why = send("GET", "/api/v1/requests/default/web/explain", "", "Accept", "text/plain")
                .body();
        assertThat(why).contains("Completed by MostAvailable, runs in cloud", "edge: left out");
        String told = events.poll(20, TimeUnit.SECONDS);
        assertThat(told).as(String.valueOf(management.find("web"))).isNotNull();
        JsonNode event = JSON.readTree(told);
        assertThat(event.path("type").asString()).isEqualTo("dev.edgewise.globalrequest.completed");
        assertThat(JSON.readTree(send("GET", "/api/v1/leftovers", "").body())
                        .path("objects")
                        .size())
                .isZero();
    }

    @Test
    void cancelsWhatRuns() throws Exception {
        send("POST", "/api/v1/requests", body("1"), "Prefer", "wait=30");
        assertThat(edge.ours()).isNotEmpty();
        assertThat(send("POST", "/api/v1/requests/default/web/cancel", "{}").statusCode())
                .isEqualTo(202);

        org.awaitility.Awaitility.await()
                .atMost(java.time.Duration.ofMinutes(1))
                .untilAsserted(() -> assertThat(edge.ours()).isEmpty());
    }
}
