package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.scheduler.testing.TestEnergy;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.ApplicationRunner;
import org.springframework.context.annotation.Bean;

/** Pods that say which node they belong to, from their JSON to where they land. */
class OwnedPodsIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private RunningService service;

    @TempDir
    private Path directory;

    static final class Readings {
        @Bean
        ApplicationRunner charges(SignalStores stores) {
            Instant now = Instant.now();
            return arguments -> stores.of(EnergyReadingJsonCodec.KIND)
                    .publish(
                            EnergyReadingJsonCodec.ROW,
                            Map.of(
                                    "poor", TestEnergy.percent(15, now),
                                    "good", TestEnergy.percent(75, now),
                                    "best", TestEnergy.percent(90, now)));
        }
    }

    @BeforeEach
    void theBestPoweredNodeIsTheSmallest() throws IOException {
        node("poor", "16");
        node("good", "16");
        node("best", "1");
        service = RunningService.start(
                List.of(Readings.class), kubernetes.writeKubeconfig(directory.resolve("kubeconfig.yaml")));
        await().until(() -> service.get("/api/v1/nodes").body().path("items").size() == 3);
    }

    @AfterEach
    void close() {
        service.close();
        client.close();
        kubernetes.close();
    }

    @Test
    void aPodOfAPoorNodeLandsOnTheBestPoweredAndEveryAnswerSaysSo() {
        String json = Serialization.asJson(owned("asked"));
        JsonNode explained = service.post("/api/v1/explain", json).body();
        assertThat(explained.path("node").asText()).as(explained.toString()).isEqualTo("best");
        assertThat(service.post("/api/v1/placements:simulate", "{\"pods\": [" + json + "]}")
                        .body()
                        .at("/pods/0/node")
                        .asText())
                .isEqualTo("best");

        client.resource(owned("created")).create();
        await().untilAsserted(() -> assertThat(client.pods()
                        .inNamespace("default")
                        .withName("created")
                        .get()
                        .getSpec()
                        .getNodeName())
                .isEqualTo("best"));
    }

    private void node(String name, String cpu) {
        client.resource(new NodeBuilder(KubernetesObjects.node(name))
                        .editStatus()
                        .addToCapacity("cpu", new Quantity(cpu))
                        .addToAllocatable("cpu", new Quantity(cpu))
                        .endStatus()
                        .build())
                .create();
    }

    private static Pod owned(String name) {
        return new PodBuilder(KubernetesObjects.pod(name))
                .editMetadata()
                .addToAnnotations("edgewise.dev/owner-node", "poor")
                .endMetadata()
                .editSpec()
                .withSchedulerName("zones")
                .editFirstContainer()
                .withNewResources()
                .addToRequests("cpu", new Quantity("500m"))
                .endResources()
                .endContainer()
                .endSpec()
                .build();
    }
}
