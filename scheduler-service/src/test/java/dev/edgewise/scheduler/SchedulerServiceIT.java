package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.scheduler.RunningService.Answer;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaimBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SchedulerServiceIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private KubernetesClient client = kubernetes.client();

    @BeforeEach
    void twoNodes() {
        node("big", "4");
        node("small", "1");
    }

    @AfterEach
    void close() {
        client.close();
        kubernetes.close();
    }

    @Test
    void aPodIsBoundAnnouncedAndRemembered() {
        try (RunningService service = RunningService.start(kubernetes)) {
            Pod pod = create(pod("web", "2"));
            await().untilAsserted(() -> assertThat(nodeOf("web")).isEqualTo("big"));
            await().untilAsserted(() ->
                    assertThat(messages("web")).containsExactly("Scheduled: Successfully assigned default/web to big"));

            Answer explained = service.get("/api/v1/explain/default/web");
            assertThat(explained.status()).isEqualTo(200);
            assertThat(explained.body().path("outcome").asText()).isEqualTo("scheduled");
            assertThat(explained.body().path("node").asText()).isEqualTo("big");
            assertThat(explained.body().path("now").isNull()).isTrue();
            Answer decisions = service.get("/api/v1/decisions?pod=web&outcome=scheduled");
            assertThat(decisions.body().at("/items/0/uid").asText())
                    .isEqualTo(pod.getMetadata().getUid());
        }
    }

    @Test
    void aPodThatFitsNowhereSaysSoAndIsBoundOnceItFits() {
        try (RunningService service = RunningService.start(kubernetes)) {
            create(pod("huge", "8"));
            await().untilAsserted(() -> assertThat(messages("huge"))
                    .singleElement()
                    .asString()
                    .startsWith("FailedScheduling: 0/2 nodes are available: 2 Insufficient cpu."));
            await().untilAsserted(
                            () -> assertThat(scheduled("huge").getReason()).isEqualTo("Unschedulable"));
            Answer explained = service.get("/api/v1/explain/default/huge");
            assertThat(explained.body().path("outcome").asText()).isEqualTo("unschedulable");
            assertThat(explained.body().at("/reasons/Insufficient cpu").asInt()).isEqualTo(2);
            assertThat(explained.body().at("/now/nodes").size()).isEqualTo(2);

            node("huge-node", "16");
            await().untilAsserted(() -> assertThat(nodeOf("huge")).isEqualTo("huge-node"));
        }
    }

    @Test
    void explainSeesAChangeWithinASecond() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            String pod = Serialization.asJson(pod("maybe", "8"));
            assertThat(service.post("/api/v1/explain?profile=stock", pod)
                            .body()
                            .path("node")
                            .isNull())
                    .isTrue();

            node("huge-node", "16");
            await().atMost(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(service.post("/api/v1/explain?profile=stock", pod)
                                    .body()
                                    .path("node")
                                    .asText())
                            .isEqualTo("huge-node"));
            assertThat(client.pods().inNamespace("default").list().getItems()).isEmpty();
        }
    }

    @Test
    void explainTellsEveryNodeInTheAgreedForm() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            Answer answer = service.post("/api/v1/explain", Serialization.asJson(pod("maybe", "2")));

            assertThat(fields(answer.body()))
                    .containsExactly("profile", "pod", "node", "message", "snapshotAt", "nodes", "signals");
            assertThat(fields(answer.body().at("/nodes/0")))
                    .containsExactly("node", "feasible", "rejections", "scores", "total");
            assertThat(fields(answer.body().at("/nodes/0/scores/0"))).containsExactly("score", "value", "weight");
            assertThat(fields(answer.body().at("/nodes/1/rejections/0")))
                    .containsExactly("filter", "reason", "resolvable");
            assertThat(answer.body().path("profile").asText()).isEqualTo("edgewise");
        }
    }

    @Test
    void explainSeesClaims() {
        Pod pod = new PodBuilder(pod("stateful", "1"))
                .editSpec()
                .addNewVolume()
                .withName("data")
                .withNewPersistentVolumeClaim("data", false)
                .endVolume()
                .endSpec()
                .build();
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
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
            await().atMost(Duration.ofSeconds(1)).untilAsserted(() -> assertThat(
                            service.post("/api/v1/explain", json).body().toString())
                    .contains("storageclass.storage.k8s.io")
                    .doesNotContain("persistentvolumeclaim"));
        }
    }

    @Test
    void aRestartLosesNothing() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            create(pod("first", "3"));
            await().untilAsserted(() -> assertThat(nodeOf("first")).isEqualTo("big"));
        }
        create(pod("second", "1"));
        create(pod("third", "3"));
        try (RunningService service = RunningService.start(kubernetes)) {
            // 3 of the 4 cores of the one node are taken: 1 more fits on either node, 3 more fit on none
            await().untilAsserted(() -> assertThat(nodeOf("second")).isNotNull());
            await().untilAsserted(() -> assertThat(messages("third")).hasSize(1));
            assertThat(nodeOf("third")).isNull();
            assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200);
        }
    }

    @Test
    void badInputIsAProblemThatNamesIt() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            String pod = Serialization.asJson(pod("maybe", "1"));

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
    }

    @Test
    void nodesAreListedPageByPage() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            Answer first = service.get("/api/v1/nodes?limit=1");
            assertThat(first.body().at("/items/0/name").asText()).isEqualTo("big");
            assertThat(first.body().at("/items/0/allocatable/cpu").asText()).isEqualTo("4000m");
            assertThat(first.body().at("/items/0/ready").asBoolean()).isTrue();

            Answer second = service.get("/api/v1/nodes?limit=1&continue="
                    + first.body().path("continue").asText());
            assertThat(second.body().at("/items/0/name").asText()).isEqualTo("small");
            assertThat(second.body().path("continue").isNull()).isTrue();
        }
    }

    @Test
    void anOutageOfTheApiServerIsSurvived() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            kubernetes.stop();
            assertThat(service.get("/actuator/health/liveness").status()).isEqualTo(200);
            assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(service.post("/api/v1/explain", Serialization.asJson(pod("maybe", "1")))
                            .status())
                    .isEqualTo(200);

            kubernetes.restartOnSamePort();
            // The connections that the client keeps may be dead ones still.
            client.close();
            client = kubernetes.client();
            create(pod("after", "1"));
            await().atMost(Duration.ofSeconds(30))
                    .untilAsserted(() -> assertThat(nodeOf("after")).isNotNull());
        }
    }

    @Test
    void withoutPermissionTheStartEndsAndSaysWhatIsMissing() {
        kubernetes.deny("create", "pods/binding");

        assertThatThrownBy(() -> RunningService.start(kubernetes))
                .hasRootCauseInstanceOf(RuntimeException.class)
                .cause()
                .isInstanceOf(InvalidConfigurationException.class)
                .hasMessageContaining("create pods/binding");
    }

    @Test
    void describesItselfAndItsMetrics() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            assertThat(fields(service.get("/v3/api-docs").body().path("paths")))
                    .contains(
                            "/api/v1/explain",
                            "/api/v1/explain/{namespace}/{pod}",
                            "/api/v1/decisions",
                            "/api/v1/nodes");
            assertThat(service.get("/actuator/prometheus").body().asText())
                    .contains("jvm_memory_used_bytes", "scheduler_pending_pods");
        }
    }

    private static void assertProblem(Answer answer, int status, String detail) {
        assertThat(answer.status()).as(detail).isEqualTo(status);
        assertThat(answer.contentType()).startsWith("application/problem+json");
        assertThat(answer.body().path("detail").asText()).contains(detail);
    }

    private static void awaitReady(RunningService service) {
        await().untilAsserted(() ->
                assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200));
    }

    private static List<String> fields(com.fasterxml.jackson.databind.JsonNode node) {
        Iterable<String> names = node::fieldNames;
        return StreamSupport.stream(names.spliterator(), false).toList();
    }

    private void node(String name, String cpu) {
        Map<String, Quantity> room =
                Map.of("cpu", new Quantity(cpu), "memory", new Quantity("8Gi"), "pods", new Quantity("110"));
        client.resource(new NodeBuilder()
                        .withNewMetadata()
                        .withName(name)
                        .endMetadata()
                        .withNewStatus()
                        .withAllocatable(room)
                        .withCapacity(room)
                        .endStatus()
                        .build())
                .create();
    }

    private Pod create(Pod pod) {
        return client.resource(pod).create();
    }

    private static Pod pod(String name, String cpu) {
        return new PodBuilder()
                .withNewMetadata()
                .withNamespace("default")
                .withName(name)
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("edgewise")
                .addNewContainer()
                .withName("c")
                .withImage("example/app:1")
                .withNewResources()
                .addToRequests("cpu", new Quantity(cpu))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }

    private String nodeOf(String pod) {
        return client.pods()
                .inNamespace("default")
                .withName(pod)
                .get()
                .getSpec()
                .getNodeName();
    }

    private PodCondition scheduled(String pod) {
        return client.pods().inNamespace("default").withName(pod).get().getStatus().getConditions().stream()
                .filter(condition -> condition.getType().equals("PodScheduled"))
                .findFirst()
                .orElseThrow();
    }

    private List<String> messages(String pod) {
        return client.v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> event.getInvolvedObject().getName().equals(pod))
                .map(event -> event.getReason() + ": " + event.getMessage())
                .toList();
    }
}
