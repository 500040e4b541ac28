package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodStatusBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Reserves of nodes, held by pods that other schedulers count. */
class BalloonsIT {
    private static final String BALLOONS = "--edgewise.scheduler.recovery.visible=balloons";

    private final RecoveryCluster cluster = new RecoveryCluster();
    private final KubernetesClient client = cluster.client;

    @BeforeEach
    void twoNodes() throws IOException {
        cluster.create("overlays/balloons/priority-class.yaml", "edge.n1", "edge.n2");
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
    void aBalloonHoldsWhatItsNodeKeepsAndIsNoPodToUs() {
        client.resource(VisibleReserveIT.protectedPod("a")).create();
        try (RunningService service =
                started(BALLOONS, "--edgewise.scheduler.recovery.balloons.image=example.com/idle:1")) {
            await().until(() -> balloons().size() == 1);
            Pod balloon = balloons().get(0);
            assertThat(balloon.getMetadata().getName())
                    .startsWith("balloon-" + balloon.getSpec().getNodeName() + "-");
            Container container = balloon.getSpec().getContainers().get(0);
            assertThat(container.getImage()).isEqualTo("example.com/idle:1");
            assertThat(container.getResources().getRequests())
                    .isEqualTo(Map.of("cpu", new Quantity("1000m"), "memory", new Quantity("1610612736")));
            assertThat(container.getSecurityContext().getReadOnlyRootFilesystem())
                    .isTrue();
            assertThat(balloon.getSpec().getPriorityClassName()).isEqualTo("edgewise-balloon");
            String backup = service.get("/api/v1/recovery")
                    .body()
                    .at("/backups/items/0/node")
                    .asText();
            assertThat(backup).isEqualTo(balloon.getSpec().getNodeName());
            int place = backup.equals("edge.n1") ? 0 : 1;
            assertThat(service.get("/api/v1/nodes")
                            .body()
                            .at("/items/" + place + "/requested/cpu")
                            .asText())
                    .isEqualTo("1000m");

            client.pods().inNamespace("default").withName("a").delete();
            await().until(() -> balloons().isEmpty());
        }
    }

    @Test
    void oneThatItsNodeRefusesIsDeletedAndCreatedAnew() {
        client.resource(VisibleReserveIT.protectedPod("a")).create();
        try (RunningService service = started(BALLOONS)) {
            await().until(() -> balloons().size() == 1);
            Pod refused = balloons().get(0);
            refused.setStatus(new PodStatusBuilder()
                    .withPhase("Failed")
                    .withReason("OutOfcpu")
                    .withMessage("Pod was rejected: Node didn't have enough resource: cpu")
                    .build());
            client.resource(refused).updateStatus();

            await().untilAsserted(() -> assertThat(balloons())
                    .hasSize(1)
                    .extracting(balloon -> balloon.getMetadata().getUid())
                    .doesNotContain(refused.getMetadata().getUid()));
            assertThat(service.get("/actuator/health").status()).isEqualTo(200);
        }
    }

    @Test
    void withoutThemThoseOfBeforeGo() {
        client.resource(VisibleReserveIT.protectedPod("a")).create();
        try (RunningService service = started(BALLOONS)) {
            await().until(() -> balloons().size() == 1);
            assertThat(service.get("/api/v1/recovery")
                            .body()
                            .path("unprotected")
                            .asInt())
                    .isZero();
        }
        try (RunningService service = started("--edgewise.scheduler.recovery.visible=none")) {
            await().until(() -> balloons().isEmpty());
            assertThat(service.get("/api/v1/recovery")
                            .body()
                            .at("/backups/items")
                            .size())
                    .isOne();
        }
    }

    private List<Pod> balloons() {
        return client.pods()
                .inNamespace("edgewise")
                .withLabel(Names.BALLOON_LABEL, "recovery")
                .list()
                .getItems();
    }
}
