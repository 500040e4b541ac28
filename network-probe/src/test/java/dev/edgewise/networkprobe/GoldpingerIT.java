package dev.edgewise.networkprobe;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.testing.EmbeddedRedis;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.web.server.LocalServerPort;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

@SpringBootTest(
        webEnvironment = WebEnvironment.RANDOM_PORT,
        properties = {
            "edgewise.network-probe.sources=goldpinger,static",
            "edgewise.security.auth=none",
            "edgewise.network-probe.static.poll=20ms",
            "edgewise.network-probe.goldpinger.refresh=200ms"
        })
@DirtiesContext
class GoldpingerIT {
    private static final int NODES = 250;
    /** Reading and publishing what so many pods say takes long on a busy machine. */
    private static final Duration PATIENCE = Duration.ofSeconds(60);

    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private static final Cluster cluster = new Cluster();
    private static final AtomicReference<String> document = new AtomicReference<>("");
    private static HttpServer goldpinger;

    @LocalServerPort
    int port;

    @Autowired
    StringRedisTemplate template;

    @Autowired
    Map<String, ProgressLoop> loops;

    @DynamicPropertySource
    static void properties(DynamicPropertyRegistry registry) throws IOException {
        goldpinger = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        goldpinger.createContext("/check_all", exchange -> {
            byte[] body = document.get().getBytes(UTF_8);
            // As a real one does when some check fails.
            exchange.sendResponseHeaders(418, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        goldpinger.start();
        registry.add(
                "edgewise.network-probe.goldpinger.url",
                () -> "http://127.0.0.1:" + goldpinger.getAddress().getPort());
        registry.add("edgewise.kubernetes.kubeconfig", cluster::kubeconfig);
        registry.add("spring.data.redis.host", () -> "127.0.0.1");
        registry.add("spring.data.redis.port", redis::port);
        IntStream.range(0, NODES).forEach(i -> {
            cluster.node("node-" + i, "zone-" + i % 5);
            // Some have the label of its manifests, some that of its Helm chart.
            String label = i % 2 == 0 ? "app" : "app.kubernetes.io/name";
            cluster.pod("goldpinger-" + i, label, "goldpinger", "node-" + i, "10.0." + i / 250 + "." + i % 250);
        });
    }

    @AfterAll
    static void stop() {
        goldpinger.stop(0);
        cluster.close();
    }

    /** All pods ping all others; from i to j in 1 + (i + 2 j) % 40 ms. */
    private static String pings(int nodes) {
        return IntStream.range(0, nodes)
                .mapToObj(from -> IntStream.range(0, nodes)
                        .mapToObj(to -> "\"goldpinger-" + to
                                + "\":{\"HostIP\":\"192.168.0.1\",\"OK\":true,\"PodIP\":\"10.0.0.1\",\"response\":"
                                + "{\"boot_time\":\"2026-11-21T08:00:00.000Z\",\"received\":{\"ping\":5}},"
                                + "\"response-time-ms\":" + (1 + (from + 2 * to) % 40) + ",\"status-code\":200}")
                        .collect(Collectors.joining(
                                ",", "\"goldpinger-" + from + "\":{\"OK\":true,\"response\":{\"podResults\":{", "}}}")))
                .collect(Collectors.joining(",", "{\"OK\":true,\"responses\":{", "}}"));
    }

    private String stored(int from, int to) {
        return (String) template.opsForHash().get("edgewise:rtt:node-" + from, "node-" + to);
    }

    /** One story, as each part needs the state the one before left. */
    @Test
    void publishesWhatGoldpingerSaysAndOutlivesItsFaults() throws Exception {
        Http http = new Http(port);
        assertThat(loops).as("which liveness looks at").containsKey("goldpingerLoop");
        document.set("nonsense");
        await().atMost(PATIENCE)
                .untilAsserted(() -> assertThat(http.get("/actuator/prometheus").body())
                        .containsPattern("edgewise_rtt_goldpinger_refreshes_total\\{result=\"bad\"} [1-9]"));

        String all = pings(NODES);
        long begun = System.nanoTime();
        document.set(all);
        await().pollInterval(Duration.ofMillis(10)).atMost(PATIENCE).until(() -> IntStream.range(0, NODES)
                .allMatch(i -> template.opsForHash().size("edgewise:rtt:node-" + i) == NODES - 1));
        System.out.printf(
                "250 nodes published after %d ms, of which up to 200 until it was asked%n",
                (System.nanoTime() - begun) / 1_000_000);
        assertThat(http.get("/actuator/prometheus").body())
                .contains("edgewise_rtt_seconds_count{from_zone=\"zone-0\",source=\"goldpinger\",to_zone=\"zone-1\"}")
                .contains("edgewise_rtt_measured_pairs{source=\"goldpinger\",state=\"fresh\"} 62250.0");
        // 1 + (3 + 14) % 40 = 18 and 1 + (7 + 6) % 40 = 14: the direction is kept.
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stored(3, 7)).contains("\"by\":\"goldpinger\""));
        assertThat(http.get("/api/v1/rtt/node-3/node-7").body())
                .containsPattern("\"p50Ms\":(18\\.0|17\\.9)")
                .contains("\"resolutionMs\":1.0");
        assertThat(http.get("/api/v1/rtt/node-7/node-3").body()).containsPattern("\"p50Ms\":(14\\.0|13\\.9)");

        // One pod reports nothing, another is not known: the rest continues as it was.
        document.set("{\"responses\":{\"goldpinger-3\":{\"OK\":false},\"stranger\":{\"OK\":true,\"response\":"
                + "{\"podResults\":{\"goldpinger-1\":{\"OK\":true,\"response-time-ms\":1}}}},\"goldpinger-7\":{\"OK\":true,"
                + "\"response\":{\"podResults\":{\"goldpinger-3\":{\"OK\":false,\"error\":\"timeout\"}}}}}}");
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stored(7, 3)).contains(",1],\"at\""));
        assertThat(stored(3, 7)).doesNotContain(",1],\"at\"");

        // Goldpinger away: what is known stays, and is shown as old when it is.
        document.set("");
        assertThat(http.get("/api/v1/rtt/node-3/node-9").statusCode()).isEqualTo(200);
        cluster.delete("node-9");
        document.set(pings(3));
        await().atMost(PATIENCE).untilAsserted(() -> assertThat(stored(3, 9)).isNull());
    }
}
