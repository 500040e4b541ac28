package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.embedded.EmbeddedKubernetes;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A camera, and three nodes that a pod near to it may run on. */
class ViolationsIT {
    private final EmbeddedKubernetes kubernetes = new EmbeddedKubernetes().start();
    private final KubernetesClient client = kubernetes.client();
    private RunningService service;

    @BeforeEach
    void aPodNearTheCamera() {
        client.resource(new NodeBuilder(KubernetesObjects.node("cam"))
                        .editOrNewSpec()
                        .withUnschedulable(true)
                        .endSpec()
                        .build())
                .create();
        for (int i = 1; i <= 3; i++) {
            client.resource(KubernetesObjects.node("n" + i)).create();
        }
        service = RunningService.start(kubernetes);
        from("cam", Map.of("n1", 5, "n2", 5, "n3", 50));
        client.resource(pod("cart", "delay_cam", "20")).create();
        await().until(() -> nodeOf("cart") != null);
    }

    @AfterEach
    void close() {
        service.close();
        client.close();
        kubernetes.close();
    }

    private void from(String node, Map<String, Integer> millis) {
        ObservationMetadata now = new ObservationMetadata(Instant.now(), "agents", Duration.ofMinutes(10));
        Map<String, RoundTripTime> row = new HashMap<>();
        millis.forEach(
                (to, time) -> row.put(to, new RoundTripTime(time * 1000L, time * 1000L, time * 1000L, 0, 1, 200, now)));
        service.bean(SignalStores.class).of(RoundTripTimeJsonCodec.KIND).publish(node, row);
    }

    private static Pod pod(String name, String need, String millis) {
        return new PodBuilder()
                .withNewMetadata()
                .withName(name)
                .withNamespace("default")
                .addToLabels(need, millis)
                .addNewOwnerReference()
                .withApiVersion("apps/v1")
                .withKind("ReplicaSet")
                .withName(name)
                .withUid("owner-of-" + name)
                .withController(true)
                .endOwnerReference()
                .endMetadata()
                .withNewSpec()
                .withSchedulerName("custom-scheduler")
                .addNewContainer()
                .withName("main")
                .withImage("pause")
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

    private JsonNode violations() {
        return service.get("/api/v1/violations").body().path("items");
    }

    @Test
    void aPodWhoseDelayHasGrownIsListedWithItsBackupUntilItsNeedIsMetAgain() {
        String home = nodeOf("cart");
        String backup = home.equals("n1") ? "n2" : "n1";
        await().untilAsserted(() -> assertThat(violations().isArray()).isTrue());
        assertThat(violations()).isEmpty();

        from("cam", Map.of(home, 30, backup, 5));
        await().untilAsserted(() -> assertThat(violations().size()).isEqualTo(1));
        JsonNode violation = violations().get(0);
        assertThat(violation.path("pod").asText()).isEqualTo("default/cart");
        assertThat(violation.path("node").asText()).isEqualTo(home);
        assertThat(violation.path("reason").asText()).isEqualTo("node(s) were farther than 20 ms from cam");
        assertThat(violation.path("severity").asDouble()).isEqualTo(1.5);
        assertThat(violation.path("backup").asText()).isEqualTo(backup);
        assertThat(Instant.parse(violation.path("since").asText()))
                .isBetween(Instant.now().minusSeconds(60), Instant.now().plusSeconds(1));

        from("cam", Map.of(home, 5));
        await().untilAsserted(() -> assertThat(violations().size()).isZero());
    }

    @Test
    void timesThatAreLostMakeNoViolation() {
        String home = nodeOf("cart");
        from("cam", Map.of(home, 30));
        await().untilAsserted(() -> assertThat(violations().size()).isEqualTo(1));
        service.bean(SignalStores.class).of(RoundTripTimeJsonCodec.KIND).replace("cam", Map.of());
        await().untilAsserted(() -> assertThat(violations().size()).isZero());
    }

    /** The cart's shop moves from beside it to where it is too far away. */
    @Test
    void aPodThatRefersToAMovedWorkloadFollows() {
        from("n1", Map.of("n2", 5, "n3", 90));
        from("n3", Map.of("n1", 90, "n2", 90));
        runs("shop-1", "n1");
        client.resource(pod("till", "delay_shop", "20")).create();
        await().until(() -> nodeOf("till") != null);
        client.pods()
                .inNamespace("default")
                .withName("shop-1")
                .withGracePeriod(0)
                .delete();
        runs("shop-2", "n3");
        await().untilAsserted(() -> assertThat(violations().findValuesAsText("reason"))
                .containsExactly("node(s) were farther than 20 ms from shop"));
    }

    private void runs(String name, String node) {
        Pod pod = pod(name, "app", "shop");
        pod.getSpec().setNodeName(node);
        client.resource(pod).create();
        client.pods().inNamespace("default").withName(name).editStatus(running -> new PodBuilder(running)
                .withNewStatus()
                .withPhase("Running")
                .endStatus()
                .build());
    }
}
