package dev.edgewise.global;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.kubernetes.testing.ManifestRights;
import dev.edgewise.testkit.RepositoryFiles;
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
    private static final Duration SOON = Duration.ofMinutes(1);

    @TempDir
    Path directory;

    private TestManagement management;
    private TestCluster edge;
    private TestCluster near;
    private TestCluster cloud;
    private GlobalReplica service;

    @BeforeEach
    void start() throws IOException {
        management = TestManagement.embedded(directory);
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
    void theManifestGrantsWhatTheServiceNeedsAndNoMore() throws IOException {
        assertThat(ManifestRights.needed(service.beans(RequiredAccess.class)))
                .containsExactlyInAnyOrderElementsOf(ManifestRights.of(
                        RepositoryFiles.file("deploy/kubernetes/global/access.yaml"), "edgewise-global-scheduler"));
    }

    @Test
    void aClusterThatIsUnreachableIsPassedByAndOneThatBecomesSoMidwayIsWaitedFor() {
        edge.api().stop();
        management.request("elsewhere", "1", "clusters: [[edge], [near]]");
        awaitPhase("elsewhere", "Completed");
        assertThat(management.status("elsewhere", "cluster")).isEqualTo("near");
        near.startsNothing();
        management.request("waiting", "1", "clusters: [[near], [cloud]]\nreadyWithinSeconds: 2");
        await().atMost(SOON).until(() -> near.ours().contains("Pod waiting"));
        near.api().stop();
        // Three times as long as an attempt may take: the cluster cannot say that it has failed.
        await().during(Duration.ofSeconds(6))
                .atMost(SOON)
                .until(() -> management.status("waiting", "phase").equals("Scheduling"));
        assertThat(cloud.ours()).isEmpty();
        near.api().restartOnSamePort();
        awaitPhase("waiting", "Completed");
        assertThat(management.status("waiting", "cluster")).isEqualTo("cloud");
        assertThat(near.ours()).doesNotContain("Pod waiting").hasSize(2);
    }

    @Test
    void aCancelledRequestLeavesNothingAndKeepsItsRecord() {
        edge.startsNothing();
        management.request("unwanted", "1", "clusters: [[edge]]");
        await().atMost(SOON).until(() -> edge.ours().contains("Pod unwanted"));
        management.cancel("unwanted");
        awaitPhase("unwanted", "Cancelled");
        assertThat(edge.ours()).isEmpty();
    }

    @Test
    void anObjectOfSomebodyElseIsNotTakenOver() {
        edge.client().resource(KubernetesObjects.pod("taken")).create();
        management.request("taken", "1", "clusters: [[edge], [near]]");
        awaitPhase("taken", "Completed");
        assertThat(management.status("taken", "cluster")).isEqualTo("near");
        assertThat(management.status("taken", "attempts")).contains("is not of this request");
        assertThat(edge.ours()).containsExactly("Pod taken");
    }

    /**
     * Callers who may send requests, and read no Secrets, would otherwise see tokens of service accounts in the status.
     */
    @Test
    void aSecretIsReadIfItIsReleasedForRequestsAndNoneOfItsValuesIsShown() {
        String pod =
                "{apiVersion: v1, kind: Pod, metadata: {name: secret-pod}, spec: {containers: [{name: c, image: i}]}}";
        management.secret("token", pod, Map.of());
        management.secret("broken", "hunter2: 1\nhunter2: 2", Map.of("edgewise.dev/manifests", "true"));
        management.secret("app", pod, Map.of("edgewise.dev/manifests", "true"));
        management.requestOfSecret("unreleased", "token", "[[edge]]");
        management.requestOfSecret("unreadable", "broken", "[[edge]]");
        management.requestOfSecret("released", "app", "[[edge]]");

        awaitPhase("released", "Completed");
        await().atMost(SOON).untilAsserted(() -> assertThat(management.status("unreleased", "message"))
                .contains("with the label edgewise.dev/manifests: \"true\""));
        await().atMost(SOON).untilAsserted(() -> assertThat(management.status("unreadable", "message"))
                .contains("spec.manifests.secretRef is not shown, as it is of a Secret"));
        assertThat(String.valueOf(management.find("unreadable"))).doesNotContain("hunter2");
    }

    @Test
    void aNamespaceThatNoAnnotationNamesMayNotUseAMember() {
        management.member(edge, Map.of("edgewise.dev/namespaces", ""));
        management.request("stranger", "1", "clusters: [[edge], [near]]");
        awaitPhase("stranger", "Completed");
        assertThat(management.status("stranger", "cluster")).isEqualTo("near");
        assertThat(edge.ours()).isEmpty();
    }

    @Test
    void aFenceIsNotPromisedWhereNoneRuns() {
        management.request("fenced", "1", "clusters: [[edge]]\nonUnreachable: Fence");
        await().atMost(SOON).untilAsserted(() -> assertThat(management.status("fenced", "attempts"))
                .contains("does not say that its fence runs in namespace default"));
        assertThat(edge.ours()).isEmpty();
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
