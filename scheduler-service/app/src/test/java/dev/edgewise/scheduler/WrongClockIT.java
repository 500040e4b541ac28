package dev.edgewise.scheduler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * A leader whose machine's clock is a quarter of an hour off restarts pods, keeps room and reads signals as one whose
 * clock is right.
 */
class WrongClockIT {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final List<String> NODES = List.of("n1", "n2", "n3", "n4", "n5");

    private final RecoveryCluster cluster = new RecoveryCluster();
    private final KubernetesClient client = cluster.client;

    @BeforeEach
    void fiveNodes() throws IOException {
        cluster.create("base/scheduler-service/reservations.yaml", NODES.toArray(String[]::new));
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    private RunningService started(List<Class<?>> clock) {
        RunningService service = RunningService.start(
                clock,
                RunningService.kubeconfig(cluster.kubernetes),
                "--edgewise.scheduler.recovery.profiles=edgewise",
                "--edgewise.scheduler.recovery.grace=1s");
        await().atMost(SOON).until(() -> service.get("/api/v1/nodes").status() == 200);
        return service;
    }

    @ParameterizedTest
    @MethodSource("dev.edgewise.kubernetes.testing.WrongClock#all")
    void aPodOfAFailedNodeIsRestarted(List<Class<?>> clock) {
        try (RunningService service = started(clock)) {
            client.resource(VisibleReserveIT.protectedPod("a")).create();
            await().atMost(SOON).until(() -> home() != null && backup() != null);
            client.nodes().withName(Objects.requireNonNull(home())).edit(WrongClockIT::lost);
            await().atMost(SOON)
                    .until(() -> pod() == null || pod().getMetadata().getDeletionTimestamp() != null);
            assertThat(service.get("/actuator/health/liveness").status()).isEqualTo(200);
        }
    }

    @ParameterizedTest
    @MethodSource("dev.edgewise.kubernetes.testing.WrongClock#all")
    void aReservationHoldsItsRoomForItsTime(List<Class<?>> clock) {
        String body =
                """
                {"namespace": "default", "name": "cart", "node": "n1", "resources": {"cpu": "1"},
                 "for": {"selector": {"matchLabels": {"app": "cart"}}}, "ttlSeconds": 300, "reason": "a move"}
                """;
        try (RunningService service = started(clock)) {
            assertThat(service.post("/api/v1/reservations", body, "Content-Type", "application/json")
                            .status())
                    .isEqualTo(201);
            await().atMost(SOON).until(() -> phase(service).equals("Active"));
        }
        // The next leader finds it in its first list.
        try (RunningService service = started(clock)) {
            await().atMost(SOON).until(() -> phase(service).equals("Active"));
            await().during(Duration.ofSeconds(1)).until(() -> phase(service).equals("Active"));
        }
    }

    @ParameterizedTest
    @MethodSource("dev.edgewise.kubernetes.testing.WrongClock#all")
    void aReadingIsAsOldAsItIs(List<Class<?>> clock) {
        try (RunningService service = started(clock)) {
            Duration validFor = Duration.ofMinutes(5);
            read(service, "n1", Instant.now(), validFor);
            read(service, "n2", Instant.now().minus(validFor).minusSeconds(60), validFor);
            await().atMost(SOON).untilAsserted(() -> {
                assertThat(node(service, "n1")).contains("\"fresh\":true");
                assertThat(node(service, "n2")).contains("\"fresh\":false");
            });
            assertThat(service.get("/actuator/health").body().toString().contains("machineIsAheadBy"))
                    .isEqualTo(!clock.isEmpty());
        }
    }

    private static void read(RunningService service, String node, Instant at, Duration validFor) {
        EnergyReading empty =
                new EnergyReading(EnergyLevel.POWERLESS, 3.0, new ObservationMetadata(at, "push", validFor));
        service.bean(SignalStores.class)
                .of(EnergyReadingJsonCodec.KIND)
                .publish(EnergyReadingJsonCodec.ROW, Map.of(node, empty));
    }

    private static String node(RunningService service, String name) {
        for (var item : service.get("/api/v1/nodes").body().path("items")) {
            if (item.path("name").asText().equals(name)) {
                return item.toString();
            }
        }
        return "";
    }

    private static String phase(RunningService service) {
        return service.get("/api/v1/reservations/default/cart")
                .body()
                .path("phase")
                .asText();
    }

    private Pod pod() {
        return client.pods().inNamespace("default").withName("a").get();
    }

    private String home() {
        return pod().getSpec().getNodeName();
    }

    private String backup() {
        return Objects.requireNonNullElse(pod().getMetadata().getAnnotations(), Map.<String, String>of())
                .get("edgewise.dev/backup-node");
    }

    private static Node lost(Node node) {
        return new NodeBuilder(node)
                .editOrNewSpec()
                .addNewTaint("NoExecute", "node.kubernetes.io/unreachable", null, null)
                .endSpec()
                .build();
    }
}
