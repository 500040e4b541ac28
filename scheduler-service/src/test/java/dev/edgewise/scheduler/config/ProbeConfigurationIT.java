package dev.edgewise.scheduler.config;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.Clarifier;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Pipeline;
import dev.edgewise.scheduler.profiles.Profiles;
import dev.edgewise.scheduler.rtt.Rtt;
import dev.edgewise.scheduler.testing.TestClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What goes over the wire to network-probe. */
class ProbeConfigurationIT {
    private final ProbeConfiguration configuration = new ProbeConfiguration();
    private final ExecutorService thread = configuration.probeThread();
    private final BlockingQueue<String> requests = new LinkedBlockingQueue<>();
    private HttpServer probe;

    @BeforeEach
    void startProbe() throws IOException {
        probe = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        probe.createContext("/", exchange -> {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            requests.add(exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body);
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
        URI url = URI.create("http://localhost:" + probe.getAddress().getPort());
        ClusterState cluster = new ClusterState(new TestClock());
        cluster.putNode(node("a").cordoned().build());
        cluster.putNode(node("b").build());
        cluster.putRtt("a", Map.of("b", Rtt.estimated(new Rtt.Estimate(9_000, 8_000, 85), 30_000, 0, Long.MAX_VALUE)));
        Pod waiting = pod("p").label("delay_a", "20").build();
        var decision = new Pipeline(Profiles.edgewise(), new Random(1)).decide(waiting, cluster.snapshot());

        clarifier(url).rejected(decision, Profiles.edgewise(), cluster.snapshot());

        assertThat(requests.poll(10, TimeUnit.SECONDS))
                .isEqualTo("POST /api/v1/rtt:reprobe {\"from\":\"a\",\"to\":[\"b\"]}");
    }

    @Test
    void withoutAnAddressNothingIsAsked() {
        assertThat(clarifier(null)).isSameAs(Clarifier.NONE);
    }

    @Test
    void anAddressThatIsNoneIsNamed() {
        assertThatThrownBy(() -> clarifier(URI.create("network-probe:8083")))
                .hasMessage("edgewise.scheduler.probe.url is network-probe:8083: it must be an http or https address,"
                        + " such as http://network-probe:8083");
    }

    private Clarifier clarifier(URI url) {
        ProbeProperties properties = new ProbeProperties(url, 8, Duration.ofSeconds(30), Duration.ofSeconds(10));
        return configuration.clarifier(properties, thread, new TestClock());
    }
}
