package dev.edgewise.offloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** A function with one replica, with an API server, a Redis and a scheduler that says what the test wants. */
class SurgeIT extends ClusterIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = new EmbeddedRedis();

    @TempDir
    Path directory;

    private final ScriptedScheduler scheduler = new ScriptedScheduler();
    private TestCluster cluster;

    @BeforeEach
    void aFunctionWithOneReplica() throws IOException {
        REDIS.deleteData();
        client.resource(KubernetesObjects.node("edge-1")).create();
        client.resource(KubernetesObjects.node("edge-2")).create();
        cluster = new TestCluster(client).function(1);
        cluster.runs("fibo-a", "edge-1");
        cluster.budget(1);
    }

    @AfterEach
    void stop() {
        scheduler.close();
    }

    private Replica start(String... properties) throws IOException {
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        List<String> all = Stream.of(
                        Stream.of(
                                "edgewise.security.auth=none",
                                "edgewise.function-offloader.scheduler.url=" + scheduler.url()),
                        REDIS.properties().stream(),
                        Stream.of(properties))
                .flatMap(each -> each)
                .toList();
        return new Replica(kubeconfig, List.of(), all);
    }

    private int replicas() {
        return client.apps()
                .deployments()
                .inNamespace("default")
                .withName("fibo")
                .get()
                .getSpec()
                .getReplicas();
    }

    @Test
    void itsReplacementRunsBeforeItGoesAndAnotherLeaderGoesOn() throws Exception {
        try (Replica replica = start("edgewise.function-offloader.safety.singles=surge")) {
            TestCluster.readings(replica, Map.of("edge-1", 5.0, "edge-2", 95.0));
            await().atMost(SOON).until(() -> replicas() == 2);
            assertThat(cluster.leaves("fibo-a")).isFalse();
        }
        cluster.scaled(2);
        try (Replica next = start("edgewise.function-offloader.safety.singles=surge")) {
            TestCluster.readings(next, Map.of("edge-1", 5.0, "edge-2", 95.0));
            cluster.runs("fibo-b", "edge-2");
            await().atMost(SOON).until(() -> cluster.leaves("fibo-a"));
            await().atMost(SOON).until(() -> replicas() == 1);
            await().atMost(SOON).until(() -> cluster.reservations().isEmpty());
            assertThat(cluster.leaves("fibo-b")).isFalse();
            assertThat(client.configMaps()
                            .inNamespace("default")
                            .withName("function-offloader-state")
                            .get()
                            .getData())
                    .isNullOrEmpty();
        }
    }

    @Test
    void withoutSurgeItStays() throws Exception {
        try (Replica replica = start()) {
            TestCluster.readings(replica, Map.of("edge-1", 5.0, "edge-2", 95.0));
            await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/plan"))
                    .contains("\"reason\":\"SINGLE_REPLICA\"", "its workload has one replica, which would be missed"));
            assertThat(replicas()).isEqualTo(1);
        }
    }
}
