package dev.edgewise.networkprobe.goldpinger;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.networkprobe.figures.SourceMetrics;
import dev.edgewise.networkprobe.nodes.NodeDirectory;
import dev.edgewise.networkprobe.pairs.PairTable;
import dev.edgewise.networkprobe.pairs.PublishProperties;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Checks of responses. */
class GoldpingerClientTest {
    private static final String ONE_PING =
            "{\"responses\":{\"gp-1\":{\"OK\":true,\"response\":{\"podResults\":{\"gp-2\":{\"OK\":true,"
                    + "\"response-time-ms\":3,\"status-code\":200}}}}}}";

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private HttpServer server;
    private Map<String, String> pods = Map.of();
    private String document = ONE_PING;
    private GoldpingerClient client;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/check_all", exchange -> {
            byte[] body = document.getBytes(UTF_8);
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        server.start();
        GoldpingerProperties properties = new GoldpingerProperties(
                URI.create("http://127.0.0.1:" + server.getAddress().getPort()),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10),
                "monitoring",
                "goldpinger",
                3);
        TestClock clock = new TestClock();
        SteadyTime time = new SteadyTime(() -> 0, clock);
        NodeDirectory nodes = new NodeDirectory();
        PublishProperties publish = new PublishProperties(
                0.05, Duration.ofNanos(200_000), 0.02, Duration.ofMinutes(10), Duration.ofMinutes(30));
        PairTable pairs = new PairTable(
                publish.rule(RttSourceKind.GOLDPINGER),
                Duration.ofMinutes(5),
                Duration.ofSeconds(30),
                1,
                3,
                time::wall);
        GoldpingerRecorder recorder =
                new GoldpingerRecorder(pairs, nodes, new SourceMetrics(meters, nodes, RttSourceKind.GOLDPINGER));
        client = new GoldpingerClient(properties, (namespace, app) -> pods, recorder, time, meters);
    }

    @AfterEach
    void stop() {
        client.stop();
        server.stop(0);
    }

    private double refreshes(String result) {
        return meters.get("edgewise.rtt.goldpinger.refreshes")
                .tag("result", result)
                .counter()
                .count();
    }

    /** The document of a chart whose pods have other labels is complete, and useless. */
    @Test
    void anAnswerOfWhichNoPodIsFoundIsNoGoodNews() {
        client.poll();
        assertThat(refreshes("good")).isZero();
        assertThat(refreshes("bad")).isEqualTo(1);
        assertThat(client.trouble())
                .contains("no pod on a node has the label app=goldpinger or app.kubernetes.io/name=goldpinger in"
                        + " namespace monitoring");

        pods = Map.of("other-1", "a", "other-2", "b");
        client.poll();
        assertThat(refreshes("bad")).isEqualTo(2);
        assertThat(client.trouble().orElseThrow()).contains("0 pods gave no results, and 1 are none of the pods");

        pods = Map.of("gp-1", "a", "gp-2", "b");
        client.poll();
        assertThat(refreshes("good")).isEqualTo(1);
        assertThat(client.trouble()).isEmpty();
    }

    @Test
    void aClusterOfOneNodeHasNoPairs() {
        pods = Map.of("gp-1", "a");
        document = "{\"responses\":{\"gp-1\":{\"OK\":true,\"response\":{\"podResults\":{}}}}}";
        client.poll();
        assertThat(refreshes("good")).isEqualTo(1);
        assertThat(client.trouble()).isEmpty();
    }

    @Test
    void aServerThatIsAwayIsTrouble() {
        server.stop(0);
        client.poll();
        assertThat(client.trouble().orElseThrow()).contains("ConnectException");
    }
}
