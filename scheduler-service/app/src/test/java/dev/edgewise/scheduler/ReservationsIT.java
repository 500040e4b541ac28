package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.RunningService.Answer;
import dev.edgewise.testkit.RepositoryFiles;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reservations through REST, on an API server that has them and on one that does not. */
class ReservationsIT {
    private static final String CART =
            """
            {"namespace": "default", "name": "cart", "node": "n1", "resources": {"cpu": "3500m"},
             "for": {"selector": {"matchLabels": {"app": "cart"}}}, "ttlSeconds": 600, "reason": "a move"}
            """;

    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();

    @BeforeEach
    void twoNodes() {
        client.resource(KubernetesObjects.node("n1")).create();
        client.resource(KubernetesObjects.node("n2")).create();
    }

    @AfterEach
    void close() {
        client.close();
        kubernetes.close();
    }

    private RunningService started() {
        // The cluster is two small nodes.
        RunningService service =
                RunningService.start(kubernetes, "--edgewise.scheduler.reservations.share-per-namespace=1");
        await().until(() -> service.get("/api/v1/nodes").status() == 200);
        return service;
    }

    private void define() throws IOException {
        client.load(RepositoryFiles.file("deploy/kubernetes/base/scheduler-service/reservations.yaml")
                        .toUri()
                        .toURL()
                        .openStream())
                .create();
    }

    @Test
    void aReservationIsMadeShownTakenAndDeleted() throws Exception {
        define();
        try (RunningService service = started()) {
            Answer created = service.post("/api/v1/reservations", CART, "Content-Type", "application/json");
            assertThat(created.status()).as(created.body().toString()).isEqualTo(201);
            await().until(() -> phase(service).equals("Active"));
            Answer again = service.post("/api/v1/reservations", CART, "Content-Type", "application/json");
            assertThat(again.status()).isEqualTo(200);
            assertThat(again.body().path("uid")).isEqualTo(created.body().path("uid"));
            assertThat(service.post(
                                    "/api/v1/reservations",
                                    CART.replace("3500m", "1"),
                                    "Content-Type",
                                    "application/json")
                            .status())
                    .isEqualTo(409);
            assertThat(service.get("/api/v1/nodes?limit=1")
                            .body()
                            .at("/items/0/requested/cpu")
                            .asText())
                    .isEqualTo("3500m");
            assertThat(service.get("/api/v1/nodes?limit=1")
                            .body()
                            .at("/items/0/reserved/cpu")
                            .asText())
                    .isEqualTo("3500m");

            client.resource(pod("cart-1")).create();
            await().until(() -> phase(service).equals("Taken"));
            Pod bound = client.pods().inNamespace("default").withName("cart-1").get();
            assertThat(bound.getSpec().getNodeName()).isEqualTo("n1");
            assertThat(bound.getMetadata().getAnnotations())
                    .containsEntry(
                            "edgewise.dev/reservation",
                            created.body().path("uid").asText());
            Answer one = service.get("/api/v1/reservations/default/cart");
            assertThat(one.body().path("pod").asText()).isEqualTo("cart-1");
            assertThat(one.body().path("for").asText()).isEqualTo("app=cart");
            await().untilAsserted(() -> assertThat(stored()).contains("phase=Taken", "pod=cart-1", "for=app=cart"));

            assertThat(service.delete("/api/v1/reservations/default/cart").status())
                    .isEqualTo(204);
            assertThat(service.delete("/api/v1/reservations/default/cart").status())
                    .isEqualTo(204);
            await().until(() -> service.get("/api/v1/reservations/default/cart").status() == 404);
        }
    }

    @Test
    void whoSeesAMoreImportantPodOnTheNodeSeesWhyTheReservationEnded() throws Exception {
        define();
        client.resource(KubernetesObjects.node("n2")).delete();
        try (RunningService service = started()) {
            service.post("/api/v1/reservations", CART, "Content-Type", "application/json");
            await().untilAsserted(() -> assertThat(stored()).contains("phase=Active"));
            // Of the 4 CPUs of n1, 3.5 are reserved, and the pod needs 3.
            Pod important = new PodBuilder(pod("important"))
                    .editMetadata()
                    .removeFromLabels("app")
                    .endMetadata()
                    .editSpec()
                    .withPriority(1000)
                    .endSpec()
                    .build();
            client.resource(important).create();
            await().until(() -> client.pods()
                            .inNamespace("default")
                            .withName("important")
                            .get()
                            .getSpec()
                            .getNodeName()
                    != null);
            assertThat(stored())
                    .contains(
                            "phase=Expired",
                            "reason=Preempted",
                            "message=pod default/important of priority 1000 needed its room");
        }
    }

    @Test
    void theListIsPagedAndFiltered() throws Exception {
        define();
        try (RunningService service = started()) {
            for (String name : new String[] {"c", "a", "b"}) {
                String body = CART.replace("\"cart\", \"node\": \"n1\"", "\"" + name + "\", \"node\": \"n2\"")
                        .replace("3500m", "1m");
                assertThat(service.post("/api/v1/reservations", body, "Content-Type", "application/json")
                                .status())
                        .isEqualTo(201);
            }
            await().until(() -> service.get("/api/v1/reservations?node=n2")
                            .body()
                            .path("items")
                            .size()
                    == 3);
            Answer first = service.get("/api/v1/reservations?namespace=default&limit=2");
            assertThat(first.body().path("items").findValuesAsText("name")).containsExactly("a", "b");
            Answer second = service.get("/api/v1/reservations?limit=2&continue="
                    + first.body().path("continue").asText());
            assertThat(second.body().path("items").findValuesAsText("name")).containsExactly("c");
            assertThat(service.get("/api/v1/reservations?node=n1").body().path("items"))
                    .isEmpty();
            assertThat(service.get("/api/v1/reservations?limit=0").status()).isEqualTo(422);
        }
    }

    @Test
    void aWrongFieldIsNamed() throws Exception {
        define();
        try (RunningService service = started()) {
            Answer quantity = service.post(
                    "/api/v1/reservations", CART.replace("3500m", "much"), "Content-Type", "application/json");
            assertThat(quantity.status()).isEqualTo(422);
            assertThat(quantity.body().path("field").asText()).isEqualTo("resources.cpu");
            assertThat(quantity.body().path("allowed").asText()).startsWith("a quantity");
            Answer name = service.post(
                    "/api/v1/reservations",
                    CART.replace("\"cart\", \"node", "\"../x\", \"node"),
                    "Content-Type",
                    "application/json");
            assertThat(name.status()).isEqualTo(422);
            assertThat(name.body().path("field").asText()).isEqualTo("name");
            Answer nobody = service.post(
                    "/api/v1/reservations",
                    CART.replace("{\"selector\": {\"matchLabels\": {\"app\": \"cart\"}}}", "{}"),
                    "Content-Type",
                    "application/json");
            assertThat(nobody.body().path("field").asText()).isEqualTo("for.ownerReference, selector");
            Answer misspelled = service.post(
                    "/api/v1/reservations", CART.replace("selector", "other"), "Content-Type", "application/json");
            assertThat(misspelled.status()).isEqualTo(422);
            assertThat(misspelled.body().path("detail").asText())
                    .isEqualTo("for.other is an unknown field: it must be one of ownerReference, selector");
        }
    }

    /** The API server stores more than what can be read, where an older definition is installed. */
    @Test
    void oneThatCannotBeReadIsShownWithItsProblem() throws Exception {
        define();
        client.resource(
                        """
                        apiVersion: edgewise.dev/v1alpha1
                        kind: Reservation
                        metadata: {name: cart, namespace: default}
                        spec: {node: n1, resources: {cpu: -5}, for: {selector: {}}}
                        """)
                .create();
        try (RunningService service = started()) {
            await().until(() -> phase(service).equals("Unschedulable"));
            assertThat(service.get("/api/v1/reservations/default/cart")
                            .body()
                            .path("message")
                            .asText())
                    .startsWith("spec.resources.cpu is \"-5\"");
            await().untilAsserted(() -> assertThat(stored()).contains("reason=Invalid"));
            assertThat(service.post("/api/v1/reservations", CART, "Content-Type", "application/json")
                            .status())
                    .isEqualTo(409);
        }
    }

    @Test
    void whereTheKindIsNotServedEverythingElseWorksAndHealthSaysSo() {
        try (RunningService service = started()) {
            Answer refused = service.post("/api/v1/reservations", CART, "Content-Type", "application/json");
            assertThat(refused.status()).isEqualTo(404);
            assertThat(service.get("/actuator/health")
                            .body()
                            .at("/components/reservations/details/served")
                            .asText())
                    .isEqualTo("false");
            client.resource(pod("cart-1")).create();
            await().until(() -> client.pods()
                            .inNamespace("default")
                            .withName("cart-1")
                            .get()
                            .getSpec()
                            .getNodeName()
                    != null);
        }
    }

    private String phase(RunningService service) {
        return service.get("/api/v1/reservations/default/cart")
                .body()
                .path("phase")
                .asText();
    }

    private String stored() {
        return String.valueOf(client.genericKubernetesResources("edgewise.dev/v1alpha1", "Reservation")
                .inNamespace("default")
                .withName("cart")
                .get()
                .getAdditionalProperties()
                .get("status"));
    }

    private static Pod pod(String name) {
        return new PodBuilder(KubernetesObjects.pod(name))
                .editMetadata()
                .addToLabels("app", "cart")
                .endMetadata()
                .editSpec()
                .editFirstContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("3"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
