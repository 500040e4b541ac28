package dev.edgewise.scheduler.signals;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.kubernetes.discovery.ServiceAddresses;
import dev.edgewise.kubernetes.discovery.ServiceClients;
import dev.edgewise.scheduler.cycle.MeasurementRequester;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryClient;
import org.springframework.cloud.client.discovery.simple.SimpleDiscoveryProperties;

/** The requests sent to network-probe. */
class NetworkProbeClientConfigurationIT {
    private final NetworkProbeClientConfiguration configuration = new NetworkProbeClientConfiguration();
    private final ExecutorService thread = configuration.probeThread();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private final BlockingQueue<String> tokens = new LinkedBlockingQueue<>();
    private HttpServer probe;

    @TempDir
    private Path directory;

    @BeforeEach
    void startProbe() throws IOException {
        probe = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        probe.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
            tokens.add(String.valueOf(exchange.getRequestHeaders().getFirst("Authorization")));
            exchange.sendResponseHeaders(202, -1);
            exchange.close();
        });
        probe.start();
    }

    @AfterEach
    void stop() {
        probe.stop(0);
        thread.shutdownNow();
    }

    @Test
    void asksForAMeasurement() throws InterruptedException {
        ask(null);

        assertThat(requests.poll(10, TimeUnit.SECONDS))
                .isEqualTo("POST /api/v1/rtt:reprobe {\"from\":\"a\",\"to\":[\"b\"]}");
        assertThat(tokens.take()).isEqualTo("null");
    }

    @Test
    void showsTheTokenThatIsInTheFileNow() throws IOException, InterruptedException {
        Path file = directory.resolve("token");
        Files.writeString(file, "first\n");
        ask(file);
        assertThat(tokens.poll(10, TimeUnit.SECONDS)).isEqualTo("Bearer first");

        Files.writeString(file, "second");
        ask(file);
        assertThat(tokens.poll(10, TimeUnit.SECONDS)).isEqualTo("Bearer second");
    }

    /** Requests measurements for a pod that only an estimate keeps from node b. */
    private void ask(@Nullable Path tokenFile) {
        URI url = URI.create("http://localhost:" + probe.getAddress().getPort());
        ClusterState cluster = new ClusterState(new TestClock());
        cluster.putNode(node("a").cordoned().build());
        cluster.putNode(node("b").build());
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with(
                        "a",
                        Map.of("b", Rtt.estimated(new Rtt.Estimate(9_000, 8_000, 85), 30_000, 0, Long.MAX_VALUE))));
        Pod waiting = pod("p").label("delay_a", "20").build();
        var decision = new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1))
                .decide(waiting, cluster.snapshot());
        requester(url, tokenFile).rejected(decision, BuiltInProfiles.edgewise(), cluster.snapshot());
    }

    @Test
    void anAddressThatIsNoneIsNamed() {
        assertThatThrownBy(() -> requester(URI.create("network-probe:8080"), null))
                .hasMessage("edgewise.scheduler.probe.url is network-probe:8080: it must be an http or https URL,"
                        + " such as http://network-probe:8080");
    }

    private MeasurementRequester requester(@Nullable URI url, @Nullable Path tokenFile) {
        NetworkProbeClientProperties properties =
                new NetworkProbeClientProperties(url, 8, Duration.ofSeconds(30), Duration.ofSeconds(10), tokenFile);
        ServiceClients services = new ServiceClients(
                new ServiceAddresses(new SimpleDiscoveryClient(new SimpleDiscoveryProperties()), new ManualTicker()));
        return configuration.requester(properties, services, thread, new ManualTicker());
    }
}
