package dev.edgewise.offloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import java.io.IOException;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A function with one replica. */
class SurgeIT extends OffloaderIT {
    private TestCluster cluster;

    @BeforeEach
    void aFunctionWithOneReplica() throws IOException {
        cluster = new TestCluster(client).function(1);
        cluster.runs("fibo-a", "edge-1");
        cluster.budget(1);
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
                    .as("but for what limits further moves")
                    .containsOnlyKeys("limits");
        }
    }

    @Test
    void aPauseUndoesIt() throws Exception {
        try (Replica replica = start("edgewise.function-offloader.safety.singles=surge")) {
            TestCluster.readings(replica, Map.of("edge-1", 5.0, "edge-2", 95.0));
            await().atMost(SOON).until(() -> replicas() == 2);
            client.configMaps()
                    .inNamespace("default")
                    .withName("function-offloader-state")
                    .edit(map -> new ConfigMapBuilder(map)
                            .addToData("paused", "an exam")
                            .build());
            await().atMost(SOON).until(() -> replicas() == 1);
            await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/offloads"))
                    .contains("\"result\":\"FAILED\"", "moves are paused by", "an exam"));
            assertThat(cluster.leaves("fibo-a")).isFalse();
        }
    }

    @Test
    void whoeverScalesItMeanwhileDecides() throws Exception {
        try (Replica replica = start("edgewise.function-offloader.safety.singles=surge")) {
            TestCluster.readings(replica, Map.of("edge-1", 5.0, "edge-2", 95.0));
            await().atMost(SOON).until(() -> replicas() == 2);
            for (int replicas : new int[] {1, 2}) {
                client.apps()
                        .deployments()
                        .inNamespace("default")
                        .withName("fibo")
                        .edit(fibo -> {
                            fibo.getSpec().setReplicas(replicas);
                            return fibo;
                        });
            }
            cluster.scaled(2);
            cluster.runs("fibo-b", "edge-2");
            await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/offloads"))
                    .contains("\"result\":\"FAILED\"", "somebody else scaled its workload meanwhile"));
            assertThat(replicas()).isEqualTo(2);
        }
    }

    @Test
    void aRightThatIsRevokedShowsInItsHealth() throws Exception {
        try (Replica replica = start("edgewise.function-offloader.safety.singles=surge")) {
            TestCluster.readings(replica, Map.of("edge-1", 5.0, "edge-2", 95.0));
            await().atMost(SOON).until(() -> replicas() == 2);
            kubernetes.failNext("PATCH", "/scale", 403, 1_000_000);
            cluster.scaled(2);
            cluster.runs("fibo-b", "edge-2");
            await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/actuator/health"))
                    .contains("\"surge\":\"pod default/fibo-a: Deployment default/fibo could not be scaled: 403"));
            assertThat(replicas()).isEqualTo(2);
        }
    }

    @Test
    void withoutTheRightAMoveEndsWhereItBegan() throws Exception {
        kubernetes.failNext("PATCH", "/scale", 403, 1_000_000);
        try (Replica replica = start("edgewise.function-offloader.safety.singles=surge")) {
            TestCluster.readings(replica, Map.of("edge-1", 5.0, "edge-2", 95.0));
            await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/offloads"))
                    .contains("\"result\":\"FAILED\"", "Deployment default/fibo could not be scaled: 403"));
            assertThat(replicas()).isEqualTo(1);
            assertThat(cluster.leaves("fibo-a")).isFalse();
            await().atMost(SOON).until(() -> cluster.reservations().isEmpty());
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
