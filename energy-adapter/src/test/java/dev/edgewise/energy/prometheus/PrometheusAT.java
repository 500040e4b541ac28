package dev.edgewise.energy.prometheus;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.sun.net.httpserver.HttpServer;
import dev.edgewise.energy.Replica;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ServiceProcess;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A real Prometheus between a node's exporter and the service: the program {@code prometheus} of the PATH, or {@code
 * EDGEWISE_PROMETHEUS}.
 */
class PrometheusAT extends ClusterIT {
    private static final List<String> OWN_QUERIES =
            List.of("queries[0]=node_power_supply_capacity{job=\"node\"}", "queries[1]=battery_charge{job=\"ups\"}");

    private static final Duration SCRAPED = Duration.ofMinutes(2);

    @TempDir
    Path directory;

    private volatile String metrics = "";
    private String url;
    private HttpServer exporter;
    private ServiceProcess prometheus;
    private Replica replica;

    private static Optional<Path> program() {
        String named = System.getenv("EDGEWISE_PROMETHEUS");
        return named != null
                ? Optional.of(Path.of(named))
                : Arrays.stream(System.getenv("PATH").split(File.pathSeparator))
                        .map(folder -> Path.of(folder, "prometheus"))
                        .filter(Files::isExecutable)
                        .findFirst();
    }

    @BeforeEach
    void start() throws Exception {
        assumeTrue(
                program().isPresent(),
                "skipped: there is no prometheus on the PATH, and EDGEWISE_PROMETHEUS is not set");
        exporter = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        exporter.createContext("/metrics", exchange -> {
            byte[] body = metrics.getBytes(UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "text/plain; version=0.0.4");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
        exporter.start();
        int port = FreePorts.find();
        prometheus = ServiceProcess.start("prometheus", command(port), Map.of(), directory.resolve("prometheus.log"));
        prometheus.awaitReady(URI.create("http://127.0.0.1:" + port + "/-/ready"), Duration.ofMinutes(1));
        client.resource(KubernetesObjects.node("edge-1")).create();
        client.resource(KubernetesObjects.node("edge-2")).create();
        url = "http://127.0.0.1:" + port;
        replica = replica(OWN_QUERIES, "valid-for=4s");
    }

    private Replica replica(List<String> queries, String more) throws IOException {
        return replica(queries.get(0), queries.get(1), more);
    }

    /** @param settings of the source, besides the usual ones */
    private Replica replica(String... settings) throws IOException {
        Stream<String> usual = Stream.of(
                "edgewise.store=memory",
                "edgewise.security.auth=none",
                "edgewise.energy-adapter.sources[0].type=prometheus");
        Stream<String> own = Stream.concat(Stream.of("url=" + url, "poll=1s"), Stream.of(settings))
                .map(each -> "edgewise.energy-adapter.prometheus." + each);
        return new Replica(
                kubernetes.writeKubeconfig(directory.resolve("kubeconfig")),
                List.of(),
                Stream.concat(usual, own).toList());
    }

    private List<String> command(int port) throws IOException {
        Path file = directory.resolve("prometheus.yml");
        Files.writeString(
                file,
                """
                global: {scrape_interval: 1s}
                scrape_configs:
                  - job_name: node
                    static_configs:
                      - targets: ["127.0.0.1:%1$d"]
                        labels: {instance: "edge-1:9100"}
                  - job_name: ups
                    metric_relabel_configs:
                      - {source_labels: [__name__], regex: node_power_supply_capacity, target_label: __name__, replacement: battery_charge}
                    static_configs:
                      - targets: ["127.0.0.1:%1$d"]
                        labels: {node: edge-2}
                """
                        .formatted(exporter.getAddress().getPort()));
        return List.of(
                program().orElseThrow().toString(),
                "--config.file=" + file,
                "--storage.tsdb.path=" + directory.resolve("data"),
                "--web.listen-address=127.0.0.1:" + port);
    }

    @AfterEach
    void stop() {
        if (replica != null) {
            replica.close();
        }
        if (prometheus != null) {
            prometheus.close();
        }
        if (exporter != null) {
            exporter.stop(0);
        }
    }

    private void has(String line) {
        metrics = "# TYPE node_power_supply_capacity gauge\n" + line + "\n";
    }

    private String label(String node) {
        return String.valueOf(
                client.nodes().withName(node).get().getMetadata().getLabels().get("energy-status"));
    }

    @Test
    void whatTheExporterSaysBecomesALabel() {
        has("node_power_supply_capacity{power_supply=\"BAT0\"} 62");
        await().atMost(SCRAPED).until(() -> label("edge-1").equals("vulnerable"));
        await().atMost(SCRAPED).until(() -> label("edge-2").equals("vulnerable"));
        assertThat(replica.get("/api/v1/energy/edge-1")).contains("\"percent\":62.0", "\"source\":\"prometheus\"");

        has("node_power_supply_capacity{power_supply=\"BAT0\"} 3");
        await().atMost(SCRAPED).until(() -> label("edge-1").equals("powerless"));

        has("node_power_supply_capacity{power_supply=\"BAT0\"} 62\n"
                + "node_power_supply_capacity{power_supply=\"BAT1\"} 90");
        await().atMost(SCRAPED).untilAsserted(() -> assertThat(replica.get("/actuator/health"))
                .contains("DEGRADED", "node edge-1 has several values: aggregate them in the query"));
        await().atMost(SCRAPED).until(() -> replica.get("/api/v1/energy/edge-1").contains("\"stale\":true"));
        assertThat(label("edge-1")).isEqualTo("powerless");

        has("node_power_supply_capacity{power_supply=\"BAT0\"} NaN");
        await().atMost(SCRAPED)
                .untilAsserted(() -> assertThat(replica.get("/actuator/health")).contains("percent is NaN"));
    }

    /** Queries are those of the guide. */
    @Test
    void oneUpsIsOfSeveralNodesAndOldSamplesAreDropped() throws Exception {
        replica.close();
        replica = replica(
                "queries[0]=label_replace(battery_charge{node=\"edge-2\"}, \"node\", \"edge-1\", \"\", \"\")",
                "queries[1]=node_power_supply_capacity and time() - timestamp(node_power_supply_capacity) < 60",
                "queries[2]=battery_charge and time() - timestamp(battery_charge) < 0",
                "node-labels=node",
                "valid-for=4s");
        has("node_power_supply_capacity{power_supply=\"BAT0\"} 62");
        await().atMost(SCRAPED).until(() -> label("edge-1").equals("vulnerable"));
        assertThat(replica.get("/api/v1/energy/edge-1")).contains("\"percent\":62.0");
        assertThat(replica.call("GET", "/api/v1/energy/edge-2", "").statusCode())
                .as("its sample is too old")
                .isEqualTo(404);
    }

    @Test
    void aSampleIsAsOldAsItsScrapeSays() throws Exception {
        replica.close();
        replica = replica(OWN_QUERIES, "valid-for=10m");
        Instant scraped = Instant.now().minusSeconds(100);
        has("node_power_supply_capacity 62 " + scraped.toEpochMilli());
        await().atMost(SCRAPED).until(() -> label("edge-1").equals("vulnerable"));
        assertThat(replica.get("/api/v1/energy/edge-1"))
                .contains("\"observedAt\":\""
                        + scraped.truncatedTo(ChronoUnit.SECONDS).toString().replace("Z", ""));
    }
}
