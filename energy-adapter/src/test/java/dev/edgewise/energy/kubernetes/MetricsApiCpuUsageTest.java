package dev.edgewise.energy.kubernetes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.common.time.SteadyTime;
import dev.edgewise.energy.nodes.NodeCpuUsage;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class MetricsApiCpuUsageTest {
    private final SteadyTime time = new SteadyTime(new ManualTicker(), new TestClock());
    private final NodeCpuUsage used = new NodeCpuUsage();
    private volatile int status = 200;
    private volatile String answer = "";
    private volatile boolean leads = true;
    private HttpServer http;
    private ApiServerTransport server;
    private MetricsApiCpuUsage usage;

    @BeforeEach
    void start() throws IOException {
        http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        http.createContext("/apis/metrics.k8s.io/v1beta1/nodes", exchange -> {
            byte[] body = answer.getBytes(UTF_8);
            exchange.sendResponseHeaders(status, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        http.start();
        Config config = new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + http.getAddress().getPort())
                .build();
        server = ApiServerTransport.of(config);
        usage = new MetricsApiCpuUsage(new ApiServerClient(server, Duration.ofSeconds(5)), used, () -> leads, time);
    }

    @AfterEach
    void stop() {
        server.close();
        http.stop(0);
    }

    private static String item(String node, String cpu) {
        return "{\"metadata\":{\"name\":\"" + node + "\"},\"usage\":{\"cpu\":\"" + cpu + "\",\"memory\":\"1Ki\"}}";
    }

    @Test
    void coresAreReadInAllUnits() {
        answer = "{\"items\":[" + item("a", "1250000000n") + "," + item("b", "250m") + "," + item("c", "nonsense")
                + "]}";
        usage.step();
        assertThat(used.of("a", time.now())).hasValue(1.25);
        assertThat(used.of("b", time.now())).hasValue(0.25);
        assertThat(used.of("c", time.now())).as("no figure").isEmpty();
        assertThat(used.problem()).isEmpty();
    }

    @Test
    void aMetricsApiThatDoesNotAnswerIsNamedAndItsLastFiguresCountForAWhile() {
        answer = "{\"items\":[" + item("a", "1") + "]}";
        usage.step();
        status = 404;
        answer = "{\"message\":\"the server could not find the requested resource\"}";
        usage.step();
        assertThat(used.problem())
                .isEqualTo("the metrics API does not say what nodes use, what their pods request counts: "
                        + "404 the server could not find the requested resource");
        assertThat(used.of("a", time.now())).hasValue(1);
        http.stop(0);
        usage.step();
        assertThat(used.problem()).contains("no answer from");
        leads = false;
        usage.step();
        assertThat(used.problem()).as("another leads").isEmpty();
    }

    @Test
    void onlyTheLeaderAsks() {
        leads = false;
        answer = "{\"items\":[" + item("a", "1") + "]}";
        usage.step();
        assertThat(used.of("a", time.now())).isEmpty();
    }
}
