package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Requests with kubectl, through one service, in three clusters: an edge, a near edge and a cloud. */
class GlobalSchedulerIT {
    private static final Duration SOON = Duration.ofSeconds(15);

    @TempDir
    Path directory;

    private TestManagement management;
    private TestCluster edge;
    private TestCluster near;
    private TestCluster cloud;
    private GlobalReplica service;

    @BeforeEach
    void start() throws IOException {
        management = new TestManagement(directory);
        edge = new TestCluster("edge", "4");
        near = new TestCluster("near", "8");
        cloud = new TestCluster("cloud", "64");
        management.member(edge, Map.of("edgewise.dev/location", "edge"));
        management.member(near, Map.of("edgewise.dev/location", "near-edge"));
        management.member(cloud, Map.of("edgewise.dev/location", "cloud"));
        service = new GlobalReplica(management.kubeconfig());
    }

    @AfterEach
    void stop() {
        service.close();
        List.of(edge, near, cloud).forEach(TestCluster::close);
        management.close();
    }

    private void awaitPhase(String name, String phase) {
        await().atMost(SOON).untilAsserted(() -> assertThat(management.status(name, "phase"))
                .as(() -> String.valueOf(management.find(name)))
                .isEqualTo(phase));
    }

    @Test
    void runsInTheFirstClusterThatHasRoom() {
        management.request("small", "1", "clusters: [[edge], [near], [cloud]]");
        awaitPhase("small", "Completed");
        assertThat(management.status("small", "cluster")).isEqualTo("edge");
        assertThat(edge.ours()).hasSize(2);
        assertThat(near.ours()).isEmpty();
        assertThat(cloud.ours()).isEmpty();
    }

    @Test
    void aFullClusterIsPassedBy() {
        management.request("large", "16", "clusters: [[edge], [near], [cloud]]");
        awaitPhase("large", "Completed");
        assertThat(management.status("large", "cluster")).isEqualTo("cloud");
        assertThat(edge.ours()).isEmpty();
        assertThat(near.ours()).isEmpty();
    }

    @Test
    void nothingIsLeftWhereItDidNotBecomeReady() {
        edge.startsNothing();
        management.request("late", "1", "clusters: [[edge], [near]]\nreadyWithinSeconds: 1");
        awaitPhase("late", "Completed");
        assertThat(management.status("late", "cluster")).isEqualTo("near");
        assertThat(edge.ours()).isEmpty();
        assertThat(near.ours()).hasSize(2);
    }

    @Test
    void aDeletedRequestLeavesNothing() {
        management.request("gone", "1", "clusters: [[edge]]");
        awaitPhase("gone", "Completed");
        management.delete("gone");
        await().atMost(SOON).until(() -> management.find("gone") == null);
        assertThat(edge.ours()).isEmpty();
    }
}
