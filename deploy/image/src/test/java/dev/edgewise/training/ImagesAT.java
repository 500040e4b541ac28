package dev.edgewise.training;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.DockerClient;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.startupcheck.StartupCheckStrategy;
import org.testcontainers.containers.wait.strategy.Wait;

/**
 * The images as containers, with a root file system that is read only, as in a pod, but without a cluster and without
 * Redis. The variables {@code EDGEWISE_SCHEDULER_SERVICE_IMAGE}, {@code EDGEWISE_NETWORK_PROBE_IMAGE}, {@code
 * EDGEWISE_ENERGY_ADAPTER_IMAGE}, {@code EDGEWISE_FUNCTION_OFFLOADER_IMAGE}, {@code EDGEWISE_REWARD_MONITOR_IMAGE} and
 * {@code EDGEWISE_GLOBAL_SCHEDULER_IMAGE} name them.
 */
class ImagesAT {
    /** Grace period in which a pod has to stop, in s. */
    private static final int GRACE_SECONDS = 30;

    private static final long ENDED_BY_SIGTERM = 143;
    private static final Duration SOON = Duration.ofMinutes(2);
    private static final HttpClient HTTP = HttpClient.newHttpClient();

    private GenericContainer<?> container;

    @AfterEach
    void remove() {
        if (container != null) {
            container.stop();
        }
    }

    @Test
    void schedulerServiceWithoutAClusterSaysSo() {
        image("EDGEWISE_SCHEDULER_SERVICE_IMAGE").start();

        assertThat(exitCode()).isEqualTo(1);
        assertThat(container.getLogs()).contains("No Kubernetes cluster is configured: KUBECONFIG is not set");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "EDGEWISE_SCHEDULER_SERVICE_IMAGE",
                "EDGEWISE_ENERGY_ADAPTER_IMAGE",
                "EDGEWISE_FUNCTION_OFFLOADER_IMAGE",
                "EDGEWISE_REWARD_MONITOR_IMAGE",
                "EDGEWISE_GLOBAL_SCHEDULER_IMAGE"
            })
    void aServiceIsAliveButNotReadyWhileItsClusterIsAway(String variable) throws Exception {
        image(variable)
                .withEnv("KUBERNETES_MASTER", "http://127.0.0.1:1")
                .withEnv("EDGEWISE_KUBERNETES_ACCESS_CHECK", "warn")
                .withEnv("MANAGEMENT_SERVER_PORT", "8081")
                .withExposedPorts(8081)
                .waitingFor(Wait.forListeningPort().withStartupTimeout(SOON))
                .start();

        answers(200, 8081, "/actuator/health/liveness");
        answers(503, 8081, "/actuator/health/readiness");
        stopsInTime();
    }

    @Test
    void networkProbeIsAliveWithoutClusterAndRedis() throws Exception {
        image("EDGEWISE_NETWORK_PROBE_IMAGE")
                .withEnv("SERVER_PORT", "8080")
                .withEnv("MANAGEMENT_SERVER_PORT", "8081")
                .withExposedPorts(8081)
                .waitingFor(Wait.forListeningPort().withStartupTimeout(SOON))
                .start();

        answers(200, 8081, "/actuator/health/liveness");
        stopsInTime();
    }

    @Test
    void anAgentWithoutItsSettingsNamesThem() {
        agent().start();

        assertThat(exitCode()).isNotZero();
        assertThat(container.getLogs())
                .contains("EDGEWISE_COORDINATOR_URL is not set: ")
                .contains("EDGEWISE_NODE_NAME is not set: ");
    }

    @Test
    void anAgentIsWellWhileItsCoordinatorIsAway() throws Exception {
        agent().withEnv("EDGEWISE_COORDINATOR_URL", "http://127.0.0.1:1")
                .withEnv("EDGEWISE_NODE_NAME", "edge-1")
                .withExposedPorts(6971)
                .waitingFor(Wait.forListeningPort().withStartupTimeout(SOON))
                .start();

        answers(200, 6971, "/healthz");
        stopsInTime();
    }

    private GenericContainer<?> agent() {
        return image("EDGEWISE_NETWORK_PROBE_IMAGE")
                .withCreateContainerCmdModifier(create -> create.withEntrypoint("java", "@/edgewise/agent.args"));
    }

    private GenericContainer<?> image(String variable) {
        String name = System.getenv(variable);
        assumeTrue(name != null && !name.isBlank(), "skipped: " + variable + " names no image");
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "skipped: there is no Docker engine");
        container = new GenericContainer<>(name)
                .withTmpFs(Map.of("/tmp", ""))
                .withCreateContainerCmdModifier(create ->
                        create.getHostConfig().withReadonlyRootfs(true).withMemory(512L << 20))
                .withStartupCheckStrategy(new AlsoEnded());
        return container;
    }

    /** Check that accepts a container that ended at once: it has started, too. */
    private static final class AlsoEnded extends StartupCheckStrategy {
        @Override
        public StartupStatus checkStartupState(DockerClient docker, String container) {
            return StartupStatus.SUCCESSFUL;
        }
    }

    private void answers(int status, int port, String path) {
        URI uri = URI.create("http://%s:%d%s".formatted(container.getHost(), container.getMappedPort(port), path));
        HttpRequest request =
                HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(10)).build();
        await(path).atMost(SOON).ignoreException(IOException.class).untilAsserted(() -> {
            HttpResponse<String> answer = HTTP.send(request, BodyHandlers.ofString());
            assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        });
    }

    private void stopsInTime() {
        // A container that does not stop in time is killed, and ends with another code.
        container
                .getDockerClient()
                .stopContainerCmd(container.getContainerId())
                .withTimeout(GRACE_SECONDS)
                .exec();
        assertThat(exitCode()).as(container.getLogs()).isEqualTo(ENDED_BY_SIGTERM);
    }

    private long exitCode() {
        await().atMost(SOON).until(() -> !container.isRunning());
        return container.getCurrentContainerInfo().getState().getExitCodeLong();
    }
}
