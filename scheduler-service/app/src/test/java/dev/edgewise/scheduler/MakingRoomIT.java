package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A pod that must run on n1 needs the room of one that need not. */
class MakingRoomIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();

    @BeforeEach
    void theOnlyNodeIsFullBeforeTheSecondComes() throws IOException {
        client.load(RepositoryFiles.file("deploy/kubernetes/base/scheduler-service/reservations.yaml")
                        .toUri()
                        .toURL()
                        .openStream())
                .create();
        client.resource(KubernetesObjects.node("n1")).create();
    }

    @AfterEach
    void close() {
        client.close();
        kubernetes.close();
    }

    @Test
    void theOneThatCanLiveElsewhereMovesAndItsReplacementTakesItsRoomThere() {
        try (RunningService service = started("--edgewise.scheduler.make-room.equal-priority=true")) {
            client.resource(flexible("old").build()).create();
            await().until(() -> "n1".equals(nodeOf("old")));
            client.resource(KubernetesObjects.node("n2")).create();
            await().until(() ->
                    service.get("/api/v1/nodes").body().path("items").size() == 2);
            client.resource(constrained()).create();

            await().until(() -> get("old").isMarkedForDeletion());
            assertThat(service.get("/api/v1/reservations?node=n2")
                            .body()
                            .at("/items/0/name")
                            .asText())
                    .isEqualTo("move-" + get("old").getMetadata().getUid());
            assertThat(get("near").getStatus().getNominatedNodeName()).isEqualTo("n1");
            client.resource(flexible("new").build()).create();
            client.pods()
                    .inNamespace("default")
                    .withName("old")
                    .withGracePeriod(0)
                    .delete();

            await().until(() -> "n1".equals(nodeOf("near")));
            await().until(() -> "n2".equals(nodeOf("new")));
            assertThat(get("new").getMetadata().getAnnotations()).containsKey("edgewise.dev/reservation");
            await().untilAsserted(() -> assertThat(
                            client.v1().events().inNamespace("default").list().getItems())
                    .filteredOn(event -> event.getReason().equals("Moved"))
                    .singleElement()
                    .extracting(Event::getMessage)
                    .asString()
                    .contains("room for its replacement is kept on node n2"));
        }
    }

    @Test
    void aDisruptionBudgetHasTheLastWordAndNoRoomIsKeptThen() {
        try (RunningService service = started(
                "--edgewise.scheduler.make-room.equal-priority=true", "--edgewise.scheduler.make-room.per-minute=1")) {
            client.resource(flexible("old").build()).create();
            await().until(() -> "n1".equals(nodeOf("old")));
            client.resource(KubernetesObjects.node("n2")).create();
            kubernetes.failNext("POST", "/eviction", 429, 1_000);
            client.resource(constrained()).create();

            await().untilAsserted(() -> assertThat(
                            client.v1().events().inNamespace("default").list().getItems())
                    .extracting(Event::getMessage)
                    .anyMatch(message -> message.contains("making room: a pod moves off node n1")));
            await().until(() ->
                    service.get("/api/v1/reservations").body().path("items").isEmpty());
            assertThat(get("old").isMarkedForDeletion()).isFalse();
        }
    }

    @Test
    void podsOfTheSamePriorityStayByDefault() {
        try (RunningService service = started()) {
            client.resource(flexible("old").build()).create();
            await().until(() -> "n1".equals(nodeOf("old")));
            client.resource(KubernetesObjects.node("n2")).create();
            client.resource(constrained()).create();

            await().until(() -> get("near").getStatus().getConditions().stream()
                    .anyMatch(condition -> condition.getType().equals("PodScheduled")));
            assertThat(get("old").isMarkedForDeletion()).isFalse();
            assertThat(service.get("/api/v1/reservations").body().path("items")).isEmpty();
        }
    }

    private RunningService started(String... more) {
        RunningService service = RunningService.start(kubernetes, more);
        await().until(() -> service.get("/api/v1/nodes").status() == 200);
        return service;
    }

    private Pod get(String name) {
        return client.pods().inNamespace("default").withName(name).get();
    }

    private @Nullable String nodeOf(String name) {
        return get(name).getSpec().getNodeName();
    }

    /** May run anywhere; a controller would replace it. */
    private static PodBuilder flexible(String name) {
        return new PodBuilder(sized(name))
                .editMetadata()
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("ReplicaSet")
                .withName("flexible")
                .withUid("flexible-1")
                .withController(true)
                .endOwnerReference()
                .endMetadata();
    }

    private static Pod constrained() {
        return new PodBuilder(sized("near"))
                .editMetadata()
                .addToLabels("delay_n1", "1")
                .endMetadata()
                .build();
    }

    private static Pod sized(String name) {
        return new PodBuilder(KubernetesObjects.pod(name))
                .editSpec()
                .withSchedulerName("edgewise")
                .editFirstContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("3"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
