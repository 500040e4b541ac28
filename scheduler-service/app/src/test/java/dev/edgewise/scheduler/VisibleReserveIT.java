package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reserves of nodes, as people see them in the cluster. */
class VisibleReserveIT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final RecoveryCluster cluster = new RecoveryCluster();
    private final KubernetesClient client = cluster.client;

    @BeforeEach
    void twoNodes() throws IOException {
        cluster.create("base/scheduler-service/reservations.yaml", "n1", "n2");
        cluster.createOwnNamespace();
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private RunningService started(String... more) {
        return cluster.started(more);
    }

    @Test
    void aNodeThatKeepsRoomHasOneObjectThatHoldsNothing() {
        client.resource(protectedPod("a")).create();
        try (RunningService service = started()) {
            await().untilAsserted(() ->
                    assertThat(only().at("/status/phase").asText()).isEqualTo("Active"));
            JsonNode shown = only();
            String backup = shown.at("/spec/node").asText();
            String home = backup.equals("n1") ? "n2" : "n1";
            assertThat(shown.at("/metadata/name").asText()).isEqualTo("backup-" + backup);
            assertThat(shown.at("/spec/resources"))
                    .isEqualTo(JSON.createObjectNode()
                            .put("cpu", "1000m")
                            .put("pods", "1")
                            .put("memory", "1536Mi"));
            assertThat(shown.at("/spec/reason").asText()).isEqualTo("recovery: stands in for " + home);
            assertThat(shown.at("/status/for").asText()).isEqualTo("recovery");

            JsonNode node = service.get("/api/v1/nodes").body().at("/items/" + (backup.equals("n1") ? 0 : 1));
            assertThat(node.at("/keptForFailures/cpu").asText()).isEqualTo("1000m");
            assertThat(node.at("/keptForFailures/pods").asText()).isEqualTo("1");
            assertThat(node.at("/reserved/cpu").asText()).isEqualTo("0m");
            assertThat(node.at("/requested/cpu").asText()).isEqualTo("1000m");
            JsonNode listed = service.get("/api/v1/reservations?namespace=edgewise")
                    .body()
                    .at("/items/0");
            assertThat(listed.path("recovery").asBoolean()).isTrue();
            assertThat(listed.path("resources").path("pods").asText()).isEqualTo("1");
            assertThat(service.get("/api/v1/reservations/edgewise/backup-" + backup)
                            .body()
                            .has("expires"))
                    .isFalse();
            assertThat(service.get("/actuator/health")
                            .body()
                            .at("/components/reservations/details")
                            .has("Active"))
                    .isFalse();

            client.pods().inNamespace("default").withName("a").delete();
            await().until(() -> stored().isEmpty());
        }
    }

    @Test
    void whatIsWrittenByHandIsCorrectedAndSaysSo() {
        client.resource(protectedPod("a")).create();
        try (RunningService service = started()) {
            await().untilAsserted(() ->
                    assertThat(only().at("/status/phase").asText()).isEqualTo("Active"));
            String uid = only().at("/metadata/uid").asText();
            edit("{\"spec\":{\"resources\":{\"cpu\":\"1m\",\"memory\":\"1\"}}}");

            await().untilAsserted(
                            () -> assertThat(only().at("/status/message").asText())
                                    .isEqualTo(
                                            "spec.resources.cpu was 1m and must be 1000m, spec.resources.memory was 1 and must be 1610612736: corrected"));
            assertThat(only().at("/spec/resources/cpu").asText()).isEqualTo("1000m");
            assertThat(only().at("/metadata/uid").asText()).isEqualTo(uid);
            await().until(() -> service.get("/api/v1/reservations?namespace=edgewise")
                    .body()
                    .at("/items/0/message")
                    .asText()
                    .endsWith(": corrected"));
        }
    }

    @Test
    void aRestartWritesNothingThatIsRightAndDeletesWhatIsKeptNoMore() {
        client.resource(protectedPod("a")).create();
        try (RunningService service = started()) {
            await().untilAsserted(() ->
                    assertThat(only().at("/status/phase").asText()).isEqualTo("Active"));
            assertThat(unprotected(service)).isZero();
        }
        JsonNode before = only();
        create("edgewise", "backup-gone", "n1", "recovery: {}");

        try (RunningService service = started()) {
            assertThat(unprotected(service)).isZero();
            await().until(() -> stored().size() == 1);
            assertThat(only()).isEqualTo(before);
        }
        try (RunningService service = started("--edgewise.scheduler.recovery.visible=none")) {
            assertThat(unprotected(service)).isZero();
            await().until(() -> stored().isEmpty());
        }
    }

    @Test
    void oneThatATenantWritesHoldsNothingAndSaysWhy() {
        create("default", "mine", "n1", "recovery: {}");
        try (RunningService service = started()) {
            await().until(() -> service.get("/api/v1/reservations/default/mine")
                    .body()
                    .path("phase")
                    .asText()
                    .equals("Unschedulable"));
            assertThat(service.get("/api/v1/reservations/default/mine")
                            .body()
                            .path("message")
                            .asText())
                    .startsWith("spec.for.recovery is \"{}\": must be left out");
            assertThat(service.get("/api/v1/nodes")
                            .body()
                            .at("/items/0/reserved/cpu")
                            .asText())
                    .isEqualTo("0m");
        }
    }

    private static int unprotected(RunningService service) {
        return service.get("/api/v1/recovery").body().path("unprotected").asInt();
    }

    private void create(String namespace, String name, String node, String user) {
        client.resource(
                        """
                        apiVersion: edgewise.dev/v1alpha1
                        kind: Reservation
                        metadata: {name: %s, namespace: %s}
                        spec: {node: %s, resources: {cpu: 2, pods: 1}, for: {%s}, ttlSeconds: 600}
                        """
                                .formatted(name, namespace, node, user))
                .create();
    }

    private void edit(String patch) {
        client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace("edgewise")
                .withName(only().at("/metadata/name").asText())
                .patch(PatchContext.of(PatchType.JSON_MERGE), patch);
    }

    private List<GenericKubernetesResource> stored() {
        return client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace("edgewise")
                .list()
                .getItems();
    }

    private JsonNode only() {
        List<GenericKubernetesResource> all = stored();
        assertThat(all).hasSize(1);
        return JSON.valueToTree(all.get(0));
    }

    static Pod protectedPod(String name) {
        return new PodBuilder(KubernetesObjects.pod(name))
                .editMetadata()
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("apps/v1")
                        .withKind("ReplicaSet")
                        .withName(name)
                        .withUid("owner-of-" + name)
                        .withController(true)
                        .build())
                .endMetadata()
                .editSpec()
                .editFirstContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("1"))
                .addToRequests("memory", new Quantity("1.5Gi"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
