package dev.edgewise.scheduler.suite;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpServer;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.scheduler.RunningService;
import io.fabric8.kubernetes.api.model.EndpointAddressBuilder;
import io.fabric8.kubernetes.api.model.EndpointsBuilder;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The installed services, found through an API server and asked over HTTP. */
class InstalledServicesIT extends ClusterIT {
    private static final Map<String, String> LABELS =
            Map.of("app.kubernetes.io/part-of", "edgewise", "app.kubernetes.io/component", "suite");

    private final List<HttpServer> replicas = new ArrayList<>();

    @TempDir
    private Path directory;

    @AfterEach
    void stopReplicas() {
        replicas.forEach(replica -> replica.stop(0));
    }

    private int replica(int status, String health, String version) {
        try {
            HttpServer replica = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            answer(replica, "/actuator/health", status, health);
            answer(replica, "/actuator/info", 200, "{\"app\":{\"version\":\"" + version + "\"}}");
            replica.start();
            replicas.add(replica);
            return replica.getAddress().getPort();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static void answer(HttpServer server, String path, int status, String body) {
        server.createContext(path, exchange -> {
            byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(status, bytes.length);
            exchange.getResponseBody().write(bytes);
            exchange.close();
        });
    }

    private void service(String name, Map<String, String> labels) {
        client.resource(new ServiceBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .withLabels(labels)
                        .endMetadata()
                        .withNewSpec()
                        .addNewPort()
                        .withName("management")
                        .withPort(8081)
                        .endPort()
                        .endSpec()
                        .build())
                .create();
    }

    /** @param port of the one replica's management */
    private void ready(String name, int port) {
        ready(name, port, "127.0.0.1");
    }

    private void ready(String name, int port, String... addresses) {
        client.resource(new EndpointsBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .withLabels(LABELS)
                        .endMetadata()
                        .addNewSubset()
                        .withAddresses(Stream.of(addresses)
                                .map(address -> new EndpointAddressBuilder()
                                        .withIp(address)
                                        .build())
                                .toList())
                        .addNewPort()
                        .withName("management")
                        .withPort(port)
                        .endPort()
                        .endSubset()
                        .build())
                .create();
    }

    private void deployment(String name, int replicas) {
        client.resource(new DeploymentBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .withNamespace("default")
                        .endMetadata()
                        .withNewSpec()
                        .withReplicas(replicas)
                        .withNewSelector()
                        .addToMatchLabels("app", name)
                        .endSelector()
                        .withNewTemplate()
                        .withNewMetadata()
                        .addToLabels("app", name)
                        .endMetadata()
                        .withNewSpec()
                        .addNewContainer()
                        .withName("main")
                        .withImage("image")
                        .endContainer()
                        .endSpec()
                        .endTemplate()
                        .endSpec()
                        .build())
                .create();
    }

    private static JsonNode named(JsonNode suite, String name) {
        for (JsonNode service : suite.path("services")) {
            if (service.path("name").asText().equals(name)) {
                return service;
            }
        }
        throw new AssertionError(name + " is not in " + suite);
    }

    private static RunningService start(EmbeddedKubernetes kubernetes, Path directory) throws IOException {
        return RunningService.start(kubernetes.writeKubeconfig(directory.resolve("kubeconfig")));
    }

    @Test
    void listsWhatIsInstalledWithReplicasVersionsAndHealth() throws IOException {
        service("scheduler-service", LABELS);
        deployment("scheduler-service", 2);
        ready(
                "scheduler-service",
                replica(200, "{\"status\":\"UP\",\"components\":{\"a\":{\"status\":\"UP\"}}}", "1.2"));
        service("network-probe", LABELS);
        ready(
                "network-probe",
                replica(
                        200,
                        "{\"status\":\"DEGRADED\",\"components\":{\"signals\":{\"status\":\"DEGRADED\"}}}",
                        "1.3"));
        service("energy-adapter", LABELS);
        service("reward-monitor", LABELS);
        ready("reward-monitor", 1);
        service("redis", Map.of("app.kubernetes.io/part-of", "edgewise"));

        try (RunningService scheduler = start(kubernetes, directory)) {
            JsonNode suite = scheduler.get("/api/v1/suite").body();

            assertThat(suite.path("services").findValuesAsText("name"))
                    .containsExactly("energy-adapter", "network-probe", "reward-monitor", "scheduler-service");
            JsonNode own = named(suite, "scheduler-service");
            assertThat(own.path("health").asText()).isEqualTo("UP");
            assertThat(own.path("replicas").asInt()).isEqualTo(2);
            assertThat(own.path("ready").asInt()).isEqualTo(1);
            assertThat(own.path("versions").toString()).isEqualTo("[\"1.2\"]");
            JsonNode probe = named(suite, "network-probe");
            assertThat(probe.path("health").asText()).isEqualTo("DEGRADED");
            assertThat(probe.path("replicas").isNull()).isTrue();
            assertThat(probe.at("/instances/0/impaired").toString()).isEqualTo("{\"signals\":\"DEGRADED\"}");
            assertThat(named(suite, "energy-adapter").path("health").asText()).isEqualTo("DOWN");
            JsonNode lost = named(suite, "reward-monitor");
            assertThat(lost.path("health").asText()).isEqualTo("UNREACHABLE");
            assertThat(lost.at("/instances/0/error").asText()).isNotBlank();
        }
    }

    @Test
    void allReadyReplicasAreCountedTwentyAreAskedAndALongAnswerIsRefused() throws IOException {
        service("network-probe", LABELS);
        int port = replica(200, "{\"status\":\"" + "U".repeat(300_000) + "\"}", "1.2");
        ready(
                "network-probe",
                port,
                IntStream.rangeClosed(1, 25).mapToObj(i -> "127.0.0." + i).toArray(String[]::new));

        try (RunningService scheduler = start(kubernetes, directory)) {
            JsonNode probe = named(scheduler.get("/api/v1/suite").body(), "network-probe");

            assertThat(probe.path("ready").asInt()).isEqualTo(25);
            assertThat(probe.path("instances")).hasSize(20);
            assertThat(probe.findValuesAsText("error")).contains("its answer is longer than 262144 bytes");
        }
    }

    @Test
    void anApiServerThatIsAwayIsSaid() throws IOException {
        try (RunningService scheduler = start(kubernetes, directory)) {
            kubernetes.close();

            RunningService.Answer answer = scheduler.get("/api/v1/suite");

            assertThat(answer.status()).isEqualTo(503);
            assertThat(answer.body().path("detail").asText()).contains("The Kubernetes API does not list the services");
        }
    }
}
