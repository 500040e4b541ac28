package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.RunningService.Answer;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** The REST requests of people, which bind nothing: all tests share one service. */
@TestInstance(Lifecycle.PER_CLASS)
class AdminApiIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private RunningService service;

    @BeforeAll
    void twoNodes() {
        client.resource(KubernetesObjects.node("big", "4")).create();
        client.resource(KubernetesObjects.node("small", "1")).create();
        service = RunningService.start(kubernetes);
        await().until(() -> nodes() == 2);
    }

    @AfterAll
    void close() {
        service.close();
        client.close();
        kubernetes.close();
    }

    @Test
    void explainSeesAChangeWithinASecond() {
        String pod = Serialization.asJson(KubernetesObjects.pod("maybe", "8"));
        assertThat(service.post("/api/v1/explain?profile=stock", pod)
                        .body()
                        .path("node")
                        .isNull())
                .isTrue();

        // A machine that is busy for a moment is late once, a view that is older than a second is late each time.
        assertThat(IntStream.range(0, 3).anyMatch(again -> isSeenWithinASecond(pod)))
                .isTrue();
        assertThat(client.pods().inNamespace("default").list().getItems()).isEmpty();
    }

    private boolean isSeenWithinASecond(String pod) {
        client.resource(KubernetesObjects.node("huge-node", "16")).create();
        long created = System.nanoTime();
        await().until(() -> service.post("/api/v1/explain?profile=stock", pod)
                .body()
                .path("node")
                .asText()
                .equals("huge-node"));
        long seen = System.nanoTime();
        client.nodes().withName("huge-node").delete();
        await().until(() -> nodes() == 2);
        return seen - created < Duration.ofSeconds(1).toNanos();
    }

    @Test
    void explainTellsEveryNodeInTheAgreedForm() {
        Answer answer = service.post("/api/v1/explain", Serialization.asJson(KubernetesObjects.pod("maybe", "2")));

        assertThat(fields(answer.body()))
                .containsExactly("profile", "pod", "node", "message", "snapshotAt", "nodes", "signals");
        assertThat(fields(answer.body().at("/nodes/0")))
                .containsExactly("node", "feasible", "rejections", "scores", "total");
        assertThat(fields(answer.body().at("/nodes/0/scores/0"))).containsExactly("score", "value", "weight");
        assertThat(fields(answer.body().at("/nodes/1/rejections/0"))).containsExactly("filter", "reason", "resolvable");
        assertThat(answer.body().path("profile").asText()).isEqualTo("edgewise");
    }

    @Test
    void explainSeesClaims() {
        Pod pod = new PodBuilder(KubernetesObjects.pod("stateful", "1"))
                .editSpec()
                .addNewVolume()
                .withName("data")
                .withNewPersistentVolumeClaim("data", false)
                .endVolume()
                .endSpec()
                .build();
        String json = Serialization.asJson(pod);
        assertThat(service.post("/api/v1/explain", json)
                        .body()
                        .at("/nodes/0/rejections/0/reason")
                        .asText())
                .contains("persistentvolumeclaim \"data\" not found");

        client.resource(new PersistentVolumeClaimBuilder()
                        .withNewMetadata()
                        .withNamespace("default")
                        .withName("data")
                        .endMetadata()
                        .withNewSpec()
                        .withStorageClassName("none")
                        .endSpec()
                        .build())
                .create();
        await().untilAsserted(() -> assertThat(
                        service.post("/api/v1/explain", json).body().toString())
                .contains("storageclass.storage.k8s.io")
                .doesNotContain("persistentvolumeclaim"));
    }

    @Test
    void badInputIsAProblemThatNamesIt() {
        String pod = Serialization.asJson(KubernetesObjects.pod("maybe", "1"));

        assertProblem(service.post("/api/v1/explain", "{\"kind\":"), 400, "not JSON");
        assertProblem(service.post("/api/v1/explain", ""), 400, "JSON");
        assertProblem(service.post("/api/v1/explain", "{\"kind\":\"Node\"}"), 422, "kind is Node");
        assertProblem(service.post("/api/v1/explain", pod.replace("\"1\"", "\"many\"")), 422, "requests.cpu");
        assertProblem(
                service.post("/api/v1/explain?profile=fast", pod), 422, "custom-scheduler, edgewise, energy-aware");
        assertProblem(service.get("/api/v1/explain/default/nobody"), 404, "default/nobody");
        assertProblem(service.get("/api/v1/decisions?limit=0"), 422, "from 1 to 500");
        assertProblem(service.get("/api/v1/decisions?continue=x"), 422, "continue is x");
        assertProblem(service.get("/api/v1/nothing"), 404, "");
    }

    @Test
    void nodesAreListedPageByPage() {
        Answer first = service.get("/api/v1/nodes?limit=1");
        assertThat(first.body().at("/items/0/name").asText()).isEqualTo("big");
        assertThat(first.body().at("/items/0/allocatable/cpu").asText()).isEqualTo("4000m");
        assertThat(first.body().at("/items/0/ready").asBoolean()).isTrue();

        Answer second = service.get("/api/v1/nodes?limit=1&continue="
                + first.body().path("continue").asText());
        assertThat(second.body().at("/items/0/name").asText()).isEqualTo("small");
        assertThat(second.body().path("continue").isNull()).isTrue();
    }

    @Test
    void describesItselfAndItsMetrics() {
        assertThat(fields(service.get("/v3/api-docs").body().path("paths")))
                .contains("/api/v1/explain", "/api/v1/explain/{namespace}/{pod}", "/api/v1/decisions", "/api/v1/nodes");
        assertThat(service.get("/actuator/prometheus").body().asText())
                .contains("jvm_memory_used_bytes", "scheduler_pending_pods");
    }

    private int nodes() {
        return service.get("/api/v1/nodes").body().path("items").size();
    }

    private static void assertProblem(Answer answer, int status, String detail) {
        assertThat(answer.status()).as(detail).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.body().path("detail").asText()).contains(detail);
    }

    private static List<String> fields(com.fasterxml.jackson.databind.JsonNode node) {
        Iterable<String> names = node::fieldNames;
        return StreamSupport.stream(names.spliterator(), false).toList();
    }
}
