package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.scheduler.acceptance.RealApi;
import dev.edgewise.scheduler.acceptance.RealSite;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.OwnerReferenceBuilder;
import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reserves of nodes, as a real API server validates, counts and shows them. */
class VisibleReserveAT {
    private static final ObjectMapper JSON = new ObjectMapper();

    private RealApi api;
    private RealSite site;
    private RunningService service;

    @BeforeEach
    void start() {
        Path kubeconfig = RealApi.kubeconfig("KUBECONFIG");
        api = new RealApi(kubeconfig);
        site = new RealSite(api);
        api.defineReservations();
        await().until(() -> api.exists("/api/v1/namespaces/" + site.namespace() + "/serviceaccounts/default"));
        site.node("one", "2", Map.of());
        site.node("other", "2", Map.of());
        service = RunningService.start(
                kubeconfig,
                "--edgewise.kubernetes.namespace=" + site.namespace(),
                "--edgewise.scheduler.recovery.profiles=edgewise",
                // Nothing keeps the nodes alive.
                "--edgewise.scheduler.recovery.causes=deleted");
    }

    @AfterEach
    void stop() {
        Stream.of(service, site, api).filter(Objects::nonNull).forEach(started -> {
            try {
                started.close();
            } catch (Exception e) {
                throw new IllegalStateException(e);
            }
        });
    }

    @Test
    void itIsCreatedCorrectedAndDeleted() throws Exception {
        createProtected("web");
        await().untilAsserted(() ->
                assertThat(only().path("status").path("phase").asText()).isEqualTo("Active"));
        JsonNode shown = only();
        assertThat(shown.path("spec").path("resources").toString()).isEqualTo("{\"cpu\":\"500m\",\"pods\":\"1\"}");

        String path = collection() + "/" + shown.path("metadata").path("name").asText();
        api.merge(path, JSON.readTree("{\"spec\":{\"resources\":{\"cpu\":\"1m\"}}}"));

        await().untilAsserted(() ->
                assertThat(only().path("status").path("message").asText()).endsWith("must be 500m: corrected"));
        assertThat(only().path("spec").path("resources"))
                .isEqualTo(shown.path("spec").path("resources"));
        assertThat(only().path("metadata").path("uid"))
                .isEqualTo(shown.path("metadata").path("uid"));

        api.remove("/api/v1/namespaces/" + site.namespace() + "/pods/web");
        await().until(() -> items().isEmpty());
    }

    /** Creates a protected pod of a controller that does nothing about it. */
    private void createProtected(String name) {
        ConfigMap owner = api.client()
                .resource(new ConfigMapBuilder()
                        .withNewMetadata()
                        .withNamespace(site.namespace())
                        .withName("owner")
                        .endMetadata()
                        .build())
                .create();
        site.create(site.pod(name, "edgewise", "500m")
                .editMetadata()
                .withOwnerReferences(new OwnerReferenceBuilder()
                        .withApiVersion("v1")
                        .withKind("ConfigMap")
                        .withName("owner")
                        .withUid(owner.getMetadata().getUid())
                        .withController(true)
                        .build())
                .endMetadata());
    }

    private JsonNode only() {
        assertThat(items()).hasSize(1);
        return items().get(0);
    }

    private JsonNode items() {
        return api.get(collection()).path("items");
    }

    private String collection() {
        return "/apis/edgewise.dev/v1alpha1/namespaces/" + site.namespace() + "/reservations";
    }
}
