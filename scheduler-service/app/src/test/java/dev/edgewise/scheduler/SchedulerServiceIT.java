package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.boot.InvalidConfigurationException;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.RunningService.Answer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodCondition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.time.Duration;
import java.util.List;
import java.util.Map;
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
            Pod pod = create(KubernetesObjects.pod("web", "2"));
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
            create(KubernetesObjects.pod("huge", "8"));
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
    void aPersonIsAnsweredInAFewLines() {
        try (RunningService service = RunningService.start(kubernetes)) {
            Pod typo = KubernetesObjects.pod("typo");
            typo.getMetadata().setLabels(Map.of("delay_bigg", "20"));
            create(typo);
            String problem =
                    "delay reference \"bigg\" is neither a node nor a workload with pods in namespace \"default\"";
            await().untilAsserted(() -> assertThat(messages("typo"))
                    .containsExactly(
                            "FailedScheduling: 0/2 nodes are available: 2 " + problem + ". Did you mean big?"));

            Answer text = service.get("/api/v1/explain/default/typo", "Accept", "text/plain");
            assertThat(text.status()).isEqualTo(200);
            assertThat(text.contentType()).isEqualTo("text/plain;charset=UTF-8");
            assertThat(text.body().asText())
                    .startsWith("default/typo  profile edgewise  fits none of 2 nodes\n"
                            + "Did you mean big?\n"
                            + "rejected:\n"
                            + "     2  "
                            + problem + "\ndefault/typo  decided ");
            String sent = Serialization.asJson(typo);
            assertThat(service.post("/api/v1/explain", sent, "Accept", "text/plain")
                            .body()
                            .asText())
                    .startsWith("default/typo  profile edgewise  fits none of 2 nodes\n");
            assertThat(service.post("/api/v1/explain?profile=edgewize", sent, "Accept", "text/plain")
                            .status())
                    .isEqualTo(422);
            assertThat(service.get("/api/v1/explain/default/none", "Accept", "text/plain")
                            .status())
                    .isEqualTo(404);
            for (String json : List.of("*/*", "application/json", "text/html,application/xhtml+xml,*/*;q=0.8")) {
                assertThat(service.get("/api/v1/explain/default/typo", "Accept", json)
                                .contentType())
                        .as(json)
                        .startsWith("application/json");
                assertThat(service.post("/api/v1/explain", sent, "Accept", json).contentType())
                        .as(json)
                        .startsWith("application/json");
            }
        }
    }

    @Test
    void aRestartLosesNothing() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            create(KubernetesObjects.pod("first", "3"));
            await().untilAsserted(() -> assertThat(nodeOf("first")).isEqualTo("big"));
        }
        create(KubernetesObjects.pod("second", "1"));
        create(KubernetesObjects.pod("third", "3"));
        try (RunningService service = RunningService.start(kubernetes)) {
            // 3 of the 4 cores of the one node are taken: 1 more fits on either node, 3 more fit on none
            await().untilAsserted(() -> assertThat(nodeOf("second")).isNotNull());
            await().untilAsserted(() -> assertThat(messages("third")).hasSize(1));
            assertThat(nodeOf("third")).isNull();
            assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200);
        }
    }

    @Test
    void anOutageOfTheApiServerIsSurvived() {
        try (RunningService service = RunningService.start(kubernetes)) {
            awaitReady(service);
            kubernetes.stop();
            assertThat(service.get("/actuator/health/liveness").status()).isEqualTo(200);
            assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200);
            assertThat(service.post("/api/v1/explain", Serialization.asJson(KubernetesObjects.pod("maybe", "1")))
                            .status())
                    .isEqualTo(200);

            kubernetes.restartOnSamePort();
            // The connections that the client keeps may be dead ones still.
            client.close();
            client = kubernetes.client();
            create(KubernetesObjects.pod("after", "1"));
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

    private static void awaitReady(RunningService service) {
        await().untilAsserted(() ->
                assertThat(service.get("/actuator/health/readiness").status()).isEqualTo(200));
    }

    private void node(String name, String cpu) {
        client.resource(KubernetesObjects.node(name, cpu)).create();
    }

    private Pod create(Pod pod) {
        return client.resource(pod).create();
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
