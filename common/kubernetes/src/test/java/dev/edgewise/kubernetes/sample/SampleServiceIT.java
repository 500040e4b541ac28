package dev.edgewise.kubernetes.sample;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.common.testing.FakeReviews;
import dev.edgewise.common.testing.TestTokens;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.lease.LeaderElectionParticipant;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;

/** Features that a service gets from the shared parts: {@link SampleService} is all that it brings itself. */
@ExtendWith(OutputCaptureExtension.class)
class SampleServiceIT extends ClusterIT {
    private static final HttpClient HTTP = HttpClient.newHttpClient();
    private static final FakeReviews REVIEWS = new FakeReviews()
            .user("operator", "update temperatures in edgewise")
            .user("stranger");

    private static final Pattern CHANGE = Pattern.compile("(Changed|Refused a change|A change) by REST.*");
    private static final Path MANIFEST = RepositoryFiles.file("deploy/kubernetes/sample");

    @RegisterExtension
    static final EmbeddedRedis REDIS = new EmbeddedRedis();

    @TempDir
    Path directory;

    private final List<ConfigurableApplicationContext> replicas = new ArrayList<>();

    static class Roles {
        @Bean
        @Primary
        ReviewApi testReviews() {
            return REVIEWS;
        }
    }

    @AfterEach
    void stop() {
        replicas.forEach(ConfigurableApplicationContext::close);
    }

    /** Spring Cloud would make one that keeps the credentials of the start; discovery asks by ours. */
    @Test
    void theOnlyClientOfFabric8FollowsTheCredentials() throws IOException {
        ConfigurableApplicationContext replica = start();

        assertThat(replica.getBeansOfType(KubernetesClient.class).values())
                .singleElement()
                .satisfies(client ->
                        assertThat(Proxy.isProxyClass(client.getClass())).isTrue())
                .satisfies(client ->
                        assertThat(client.services().list().getItems()).isEmpty());
    }

    private ConfigurableApplicationContext start() throws IOException {
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        Stream<String> own = Stream.of(
                "spring.application.name=sample-service",
                "server.port=0",
                "edgewise.kubernetes.kubeconfig=" + kubeconfig,
                "edgewise.leader-election.lease-duration=10s",
                "edgewise.leader-election.renew-deadline=8s",
                "edgewise.leader-election.retry-period=200ms");
        ConfigurableApplicationContext replica = new SpringApplicationBuilder(SampleService.class)
                .sources(Roles.class)
                .run(Stream.concat(own, REDIS.properties().stream())
                        .map(property -> "--" + property)
                        .toArray(String[]::new));
        replicas.add(replica);
        return replica;
    }

    private static HttpResponse<String> send(HttpRequest.Builder request) {
        try {
            return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private static HttpRequest.Builder to(ConfigurableApplicationContext replica, String path) {
        String port = replica.getEnvironment().getProperty("local.server.port");
        return HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path));
    }

    private static int put(ConfigurableApplicationContext replica, String node, String user) {
        return put(replica, node, user, 21);
    }

    private static int put(ConfigurableApplicationContext replica, String node, String user, int celsius) {
        HttpRequest.Builder request = to(replica, "/api/v1/temperatures/" + node)
                .header("Content-Type", "application/json")
                .PUT(HttpRequest.BodyPublishers.ofString("{\"celsius\":" + celsius + "}"));
        if (!user.isEmpty()) {
            request.header("Authorization", "Bearer " + TestTokens.of(user, "edgewise-sample-service"));
        }
        return send(request).statusCode();
    }

    private static String get(ConfigurableApplicationContext replica, String path) {
        return send(to(replica, path)).body();
    }

    private static List<String> changes(CapturedOutput output) {
        return CHANGE.matcher(output.getOut())
                .results()
                .map(result -> result.group().strip())
                .toList();
    }

    private static boolean leads(ConfigurableApplicationContext replica) {
        return replica.getBean(LeaderElectionParticipant.class).isLeading();
    }

    @Test
    void watchesLeadsGuardsPublishesFollowsAndShowsItAll(CapturedOutput output) throws IOException {
        client.resource(KubernetesObjects.node("edge-1")).create();
        ConfigurableApplicationContext first = start();
        await().atMost(SOON).until(() -> leads(first));
        assertThat(client.leases()
                        .inNamespace("default")
                        .withName("edgewise-sample-service")
                        .get())
                .isNotNull();

        assertThat(put(first, "edge-1", "")).isEqualTo(401);
        assertThat(put(first, "edge-1", "stranger")).isEqualTo(403);
        assertThat(put(first, "edge-2", "operator")).isEqualTo(404);
        assertThat(put(first, "edge-1", "operator", 99_999)).isEqualTo(422);
        assertThat(put(first, "edge-1", "operator")).isEqualTo(200);
        await().atMost(SOON)
                .until(() ->
                        first.getBean(SampleService.class).heard.equals(Map.of("", Map.of("edge-1", new Reading(21)))));
        assertThat(get(first, "/actuator/health"))
                .contains("\"status\":\"UP\"", "\"temperatureConnected\":true", "\"synced\":true");
        assertThat(get(first, "/actuator/health/readiness"))
                .as("a part that none of its settings names")
                .contains("\"status\":\"UP\"", "\"cluster\":{", "\"synced\":true");
        assertThat(get(first, "/actuator/prometheus"))
                .contains("edgewise_leader 1.0", "edgewise_signal_writes_total{result=\"ok\",signal=\"temperature\"}");

        ConfigurableApplicationContext second = start();
        await().atMost(SOON)
                .until(() -> second.getBean(SampleService.class).heard.containsKey(""));
        assertThat(put(second, "edge-1", "operator"))
                .as("the other leads, and takes it")
                .isEqualTo(200);
        await().atMost(SOON).untilAsserted(() -> assertThat(changes(output))
                .as("of all replicas; one that forwards a call does not log it, too")
                .containsExactlyInAnyOrder(
                        "Refused a change by REST; user=stranger method=PUT path=/api/v1/temperatures/edge-1 status=403",
                        "A change by REST failed; user=operator method=PUT path=/api/v1/temperatures/edge-2 status=404",
                        "A change by REST failed; user=operator method=PUT path=/api/v1/temperatures/edge-1 status=422",
                        "Changed by REST; user=operator method=PUT path=/api/v1/temperatures/edge-1 status=200",
                        "Changed by REST; user=operator method=PUT path=/api/v1/temperatures/edge-1 status=200"));
        first.close();
        await().atMost(SOON).until(() -> leads(second) && put(second, "edge-1", "operator") == 200);

        client.nodes().withName("edge-1").delete();
        await().atMost(SOON)
                .until(() -> second.getBean(SampleService.class).heard.get("").isEmpty());
    }

    /** Counts the lines of the files that such a service brings itself; its record and codec are {@code Reading}. */
    @Test
    void aServiceIsSixtyLines() throws IOException {
        Path sources = Path.of("src/test/java/dev/edgewise/kubernetes/sample");
        long lines = 0;
        for (String file : List.of("SampleService.java", "TemperaturesController.java")) {
            lines += Files.readAllLines(sources.resolve(file)).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("import ") && !line.startsWith("package "))
                    .count();
        }
        assertThat(lines).isLessThanOrEqualTo(60);
    }

    /** Template for another service's manifest; {@code .ci/check-manifests} renders it. */
    @Test
    void itsManifestIsFortyLines() throws IOException {
        long lines = 0;
        for (String file : List.of("kustomization.yaml", "deployment.yaml", "access.yaml", "application.yaml")) {
            lines += Files.readAllLines(MANIFEST.resolve(file)).stream()
                    .filter(line -> !line.isBlank() && !line.startsWith("#"))
                    .count();
        }
        assertThat(lines).isLessThanOrEqualTo(40);
    }

    @Test
    void itsManifestGrantsWhatItNeedsAndNoMore() throws IOException {
        Stream<RequiredAccess> parts = start().getBeanProvider(RequiredAccess.class).stream();
        assertThat(ManifestRights.of(MANIFEST.resolve("access.yaml"), "edgewise-sample-service"))
                .containsExactlyInAnyOrderElementsOf(ManifestRights.needed(parts));
    }
}
