package dev.edgewise.energy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.common.testing.OpenApiDocument;
import dev.edgewise.kubernetes.access.RequiredAccess;
import dev.edgewise.kubernetes.lease.LeaderElectionParticipant;
import dev.edgewise.kubernetes.testing.ClusterIT;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import dev.edgewise.kubernetes.testing.ManifestRights;
import io.fabric8.kubernetes.api.model.Node;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The whole service, with an API server and a Redis. */
class EnergyAdapterIT extends ClusterIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = EmbeddedRedis.forService("energy-adapter");

    @TempDir
    Path directory;

    private final List<Replica> replicas = new ArrayList<>();

    @AfterEach
    void stop() {
        replicas.forEach(Replica::close);
    }

    private Replica start(String... properties) throws IOException {
        return start(List.of(), properties);
    }

    private Replica start(List<Class<?>> sources, String... properties) throws IOException {
        Path kubeconfig = kubernetes.writeKubeconfig(directory.resolve("kubeconfig"));
        List<String> all = Stream.of(
                        Stream.of(properties), REDIS.properties().stream(), Stream.of("edgewise.security.auth=none"))
                .flatMap(each -> each)
                .toList();
        Replica replica = new Replica(kubeconfig, sources, all);
        replicas.add(replica);
        return replica;
    }

    private static boolean leads(Replica replica) {
        return replica.bean(LeaderElectionParticipant.class).isLeading();
    }

    private void nodes(String... names) {
        for (String name : names) {
            client.resource(KubernetesObjects.node(name)).create();
        }
    }

    private String label(String node) {
        return Objects.requireNonNullElse(
                client.nodes().withName(node).get().getMetadata().getLabels().get("energy-status"), "");
    }

    private List<String> taints(String node) {
        Node read = client.nodes().withName(node).get();
        return read.getSpec() == null || read.getSpec().getTaints() == null
                ? List.of()
                : read.getSpec().getTaints().stream()
                        .map(taint -> taint.getKey() + "=" + taint.getValue() + ":" + taint.getEffect())
                        .toList();
    }

    private static String stored(Replica replica, String node) {
        Object value = REDIS.administrator().opsForHash().get("edgewise:energy", node);
        return String.valueOf(value);
    }

    /**
     * A device whose clock is right speaks to a service whose clock is not, and the reading is dated for services whose
     * clocks are right.
     */
    @ParameterizedTest
    @MethodSource("dev.edgewise.kubernetes.testing.WrongClock#all")
    void aWrongClockOfItsMachineChangesNoReading(List<Class<?>> clock) throws Exception {
        nodes("edge-1");
        Replica replica = start(clock);
        await().atMost(SOON).until(() -> leads(replica));
        // The API server dates its answers in whole seconds: a later report without a date must not be older than this
        // one.
        Instant now = Instant.now().minusSeconds(2);
        assertThat(replica.put("edge-1", "{\"percent\": 80, \"observedAt\": \"" + now + "\"}"))
                .isEqualTo(202);
        await().atMost(SOON).untilAsserted(() -> assertThat(stored(replica, "edge-1"))
                .contains("\"percent\":80.0", "\"at\":" + now.toEpochMilli()));
        assertThat(replica.put("edge-1", "{\"percent\": 79}")).isEqualTo(202);
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/energy/edge-1"))
                .contains("\"percent\":79.0", "\"stale\":false"));
        String stored = stored(replica, "edge-1");
        long at = Long.parseLong(stored.replaceAll(".*\"at\":(\\d+).*", "$1"));
        assertThat(Math.abs(at - Instant.now().toEpochMilli())).isLessThan(15_000);
        assertThat(replica.put("edge-1", "{\"percent\": 70, \"observedAt\": \"" + now.plusSeconds(60) + "\"}"))
                .as("of the future")
                .isEqualTo(422);

        String health = replica.get("/actuator/health");
        assertThat(health.contains("machineIsAheadBy")).isEqualTo(!clock.isEmpty());
        assertThat(replica.call("GET", "/actuator/health/readiness", "").statusCode())
                .isEqualTo(200);
        assertThat(replica.get("/actuator/prometheus")).contains("edgewise_cluster_clock_offset_seconds");
        replica.close();
        REDIS.administrator().delete("edgewise:energy");
    }

    /** One story, as each part needs the state the one before left. */
    @Test
    void readingsBecomeLevelsLabelsAndSignalsThroughChangesOfTheLeaderAndOutages() throws Exception {
        Replica first = readingsBecomeLevelsLabelsAndSignals();
        theLabelIsPatchedOnlyWhenTheLevelChanges(first);
        itIsShown(first);
        Replica second = anotherReplicaReadsWhatTheLeaderPublishes();
        itTakesOverWithWhatWasKnown(first, second);
        withoutRedisAllContinuesAndWhatRedisLostIsStoredAgain(second);
        aNodeThatIsDeletedIsForgotten(second);
    }

    private Replica readingsBecomeLevelsLabelsAndSignals() throws Exception {
        nodes("edge-1", "edge-2");
        Replica first = start();
        await().atMost(SOON).until(() -> leads(first));

        assertThat(first.put("edge-1", "{\"percent\": 80, \"drawMilliwatt\": 2100}"))
                .isEqualTo(202);
        await().atMost(SOON).untilAsserted(() -> assertThat(first.get("/api/v1/energy/edge-1"))
                .contains("\"level\":\"well-powered\"", "\"percent\":80.0", "\"source\":\"push\"")
                .contains("\"stale\":false", "\"drawMilliwatt\":2100.0")
                .doesNotContain("capacityMwh"));
        await().atMost(SOON).until(() -> label("edge-1").equals("well-powered"));
        await().atMost(SOON).untilAsserted(() -> assertThat(stored(first, "edge-1"))
                .startsWith("{\"v\":1,\"level\":\"well-powered\",\"percent\":80.0,"));
        assertThat(label("edge-2")).as("nothing is known of it").isEmpty();
        assertThat(first.call("GET", "/api/v1/energy/edge-2", "").statusCode()).isEqualTo(404);
        return first;
    }

    private void theLabelIsPatchedOnlyWhenTheLevelChanges(Replica first) {
        String version = client.nodes().withName("edge-1").get().getMetadata().getResourceVersion();
        assertThat(first.put("edge-1", "{\"percent\": 73}")).isEqualTo(202);
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(stored(first, "edge-1")).contains("\"percent\":73.0"));
        assertThat(stored(first, "edge-1")).as("within the hysteresis").contains("well-powered");
        assertThat(client.nodes().withName("edge-1").get().getMetadata().getResourceVersion())
                .isEqualTo(version);
        assertThat(first.put("edge-1", "{\"chargeMwh\": 100, \"capacityMwh\": 1000}"))
                .isEqualTo(202);
        await().atMost(SOON).until(() -> label("edge-1").equals("powerless"));
        assertThat(first.call(
                                "PUT",
                                "/api/v1/energy/edge-1",
                                "{\"percent\": 99, \"observedAt\": \""
                                        + Instant.now().minusSeconds(60) + "\"}")
                        .body())
                .as("older than what is known")
                .contains("\"percent\":10.0");
    }

    private void itIsShown(Replica first) {
        assertThat(first.get("/api/v1/energy?limit=1")).contains("\"node\":\"edge-1\"", "\"continue\":null");
        assertThat(first.get("/api/v1/energy/edge-1/history"))
                .contains("\"slot\":\"PT5M\"", "\"percent\":10.0,\"level\":\"powerless\"");
        assertThat(first.get("/actuator/health"))
                .contains("\"status\":\"UP\"", "\"nodesWithReadings\":1", "\"nodesWithoutReading\":");
        await().atMost(SOON).untilAsserted(() -> assertThat(first.get("/actuator/prometheus"))
                .contains("edgewise_energy_nodes{level=\"powerless\"} 1.0", "edgewise_leader 1.0")
                .contains("edgewise_energy_node_writes_total{result=\"written\"} 2.0")
                .doesNotContain("edgewise_energy_percent"));
        assertThat(OpenApiDocument.saved(first.get("/v3/api-docs"))).contains("/api/v1/energy/{node}/history");
        assertThat(first.get("/")).contains("energy.js");
    }

    private Replica anotherReplicaReadsWhatTheLeaderPublishes() throws Exception {
        Replica second = start("edgewise.energy-adapter.metrics.per-node=true");
        await().atMost(SOON).untilAsserted(() -> assertThat(second.get("/api/v1/energy/edge-1"))
                .contains("powerless"));
        assertThat(second.put("edge-2", "{\"percent\": 50}")).isEqualTo(202);
        assertThat(second.get("/api/v1/energy/edge-1/history")).contains("\"percent\":10.0,\"level\":\"powerless\"");
        assertThat(second.get("/actuator/health/readiness")).contains("\"status\":\"UP\"", "\"cluster\":{");
        return second;
    }

    private void itTakesOverWithWhatWasKnown(Replica first, Replica second) {
        first.close();
        await().atMost(SOON).until(() -> second.put("edge-2", "{\"percent\": 50}") == 202);
        await().atMost(SOON).until(() -> label("edge-2").equals("vulnerable"));
        assertThat(second.get("/api/v1/energy/edge-1")).contains("\"percent\":10.0");
        assertThat(stored(second, "edge-1")).contains("\"percent\":10.0");
        await().atMost(SOON).untilAsserted(() -> assertThat(second.get("/actuator/prometheus"))
                .contains("edgewise_energy_percent{node=\"edge-2\"} 50.0"));
    }

    private void withoutRedisAllContinuesAndWhatRedisLostIsStoredAgain(Replica second) {
        REDIS.stop();
        assertThat(second.put("edge-2", "{\"percent\": 90}")).isEqualTo(202);
        await().atMost(SOON).until(() -> second.get("/api/v1/energy/edge-2").contains("\"percent\":90.0"));
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(second.get("/actuator/health")).contains("DEGRADED", "\"store\":"));
        assertThat(second.call("GET", "/actuator/health/readiness", "").statusCode())
                .isEqualTo(200);
        REDIS.deleteData();
        REDIS.start();
        await().ignoreExceptions().atMost(SOON.multipliedBy(3)).untilAsserted(() -> {
            assertThat(stored(second, "edge-1")).contains("\"percent\":10.0");
            assertThat(stored(second, "edge-2")).contains("\"percent\":90.0");
        });
    }

    private void aNodeThatIsDeletedIsForgotten(Replica second) {
        client.nodes().withName("edge-1").delete();
        await().atMost(SOON).until(() -> stored(second, "edge-1").equals("null"));
        assertThat(second.call("GET", "/api/v1/energy/edge-1", "").statusCode()).isEqualTo(404);
    }

    @Test
    void taintsOfPowerlessNodesAreLimitedAndGoWhenTheLevelRisesOrTheReadingIsStale() throws Exception {
        nodes("a", "b", "c", "d", "e");
        Replica replica = start(
                "edgewise.energy-adapter.taints.enabled=true",
                "edgewise.energy-adapter.labels.remove-stale=true",
                "edgewise.energy-adapter.levels.dwell=0s");
        await().atMost(SOON).until(() -> leads(replica));

        for (String node : List.of("a", "b", "c", "d")) {
            assertThat(replica.put(node, "{\"percent\": 5}")).isEqualTo(202);
        }
        await().atMost(SOON).until(() -> label("d").equals("powerless"));
        await().atMost(SOON).untilAsserted(() -> assertThat(Stream.of("a", "b", "c", "d", "e")
                        .filter(node -> taints(node).contains("edgewise.dev/energy=powerless:NoSchedule")))
                .as("half of 5, rounded down")
                .hasSize(2));

        replica.put("b", "{\"percent\": 50}");
        replica.put("c", "{\"percent\": 50}");
        replica.put("d", "{\"percent\": 50}");
        await().atMost(SOON).untilAsserted(() -> assertThat(Stream.of("a", "b", "c", "d", "e")
                        .filter(node -> !taints(node).isEmpty()))
                .containsExactly("a"));

        replica.put("a", "{\"percent\": 5, \"validFor\": \"PT1S\"}");
        await().atMost(SOON).until(() -> taints("a").isEmpty() && label("a").isEmpty());
        assertThat(replica.get("/api/v1/energy/a")).contains("\"stale\":true");
        // Counted at the next refresh.
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/actuator/prometheus"))
                .contains("edgewise_energy_nodes{level=\"stale\"} 1.0"));
    }

    /** An admission policy that refuses taints, as the API server answers for it. */
    @Test
    void anAdmissionPolicyThatRefusesTheTaintLeavesTheLabel() throws Exception {
        nodes("a", "b");
        kubernetes.refuse(
                "PATCH",
                "/api/v1/nodes/a",
                body -> body.contains("\"taints\""),
                "nodes \"a\" is forbidden: no NoExecute");
        Replica replica =
                start("edgewise.energy-adapter.taints.enabled=true", "edgewise.energy-adapter.taints.effect=NoExecute");
        await().atMost(SOON).until(() -> leads(replica));
        assertThat(replica.put("a", "{\"percent\": 5}")).isEqualTo(202);
        await().atMost(SOON).until(() -> label("a").equals("powerless"));
        assertThat(taints("a")).isEmpty();
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/actuator/health"))
                .contains("DEGRADED", "whose taint is refused: 1, such as a: the API server refuses the")
                .contains("no NoExecute"));
    }

    @Test
    void taintsStayWhenTheLeaderChangesAndNothingIsKnownYet() throws Exception {
        nodes("a", "b");
        String[] taints = {"edgewise.energy-adapter.taints.enabled=true", "edgewise.energy-adapter.push.valid-for=15s"};
        Replica first = start(taints);
        await().atMost(SOON).until(() -> leads(first));
        assertThat(first.put("a", "{\"percent\": 5, \"validFor\": \"PT1H\"}")).isEqualTo(202);
        await().atMost(SOON).until(() -> !taints("a").isEmpty());
        first.close();
        REDIS.stop();
        REDIS.deleteData();
        REDIS.start();
        String version = client.nodes().withName("a").get().getMetadata().getResourceVersion();

        Replica second = start(taints);
        await().atMost(SOON).until(() -> second.put("b", "{\"percent\": 50}") == 202);
        await().atMost(SOON).until(() -> label("b").equals("vulnerable"));
        assertThat(client.nodes().withName("a").get().getMetadata().getResourceVersion())
                .as("marked as before, while it may still report")
                .isEqualTo(version);
        await().atMost(SOON.multipliedBy(3)).until(() -> taints("a").isEmpty());
    }

    @Test
    void aModelGoesByRequestsWhileTheMetricsApiDoesNotAnswer() throws Exception {
        nodes("a");
        Replica replica = start(
                "edgewise.energy-adapter.sources[0].type=model", "edgewise.energy-adapter.model.cpu-from=metrics");
        await().atMost(SOON.multipliedBy(3))
                .untilAsserted(
                        () -> assertThat(replica.get("/actuator/health"))
                                .contains(
                                        "\"model\":\"the metrics API does not say what nodes use, what their pods request counts: 404"));
        await().atMost(SOON).until(() -> replica.get("/api/v1/energy/a").contains("\"drawMilliwatt\":1900.0"));

        // A device that reports all the same reads why it is not heard.
        var refused = replica.call("PUT", "/api/v1/energy/a", "{\"percent\": 50}");
        assertThat(refused.statusCode()).isEqualTo(405);
        assertThat(refused.body())
                .contains(
                        "Reports of node a are not taken: edgewise.energy-adapter.sources has no source of the type push");
    }

    @Test
    void wrongReportsAreNamed() throws Exception {
        nodes("a", "b");
        Replica replica = start(
                "edgewise.energy-adapter.sources[0].type=switch",
                "edgewise.energy-adapter.sources[0].names=b",
                "edgewise.energy-adapter.sources[1].type=push");
        await().atMost(SOON).until(() -> leads(replica));

        assertProblem(replica, "a", "{\"percent\": 101}", "percent is 101.0: it must be a number in 0..100");
        assertProblem(replica, "a", "{\"percent\": \"NaN\"}", "percent is NaN: it must be a number in 0..100");
        assertProblem(replica, "a", "{}", "percent is missing: it must be a number in 0..100");
        assertProblem(replica, "a", "{\"percent\": 5, \"observedAt\": \"2999-01-01T00:00:00Z\"}", "observedAt is 2999");
        assertProblem(
                replica,
                "a",
                "{\"percent\": 5, \"observedAt\": \"-999999999-01-01T00:00:00Z\"}",
                "observedAt is -9999");
        assertProblem(replica, "a", "{\"percent\": 5, \"validFor\": \"PT25H\"}", "validFor is PT25H: it must be in");
        assertProblem(replica, "a", "{\"percent\": 5, \"drawMilliwatt\": -1}", "drawMilliwatt is -1.0");
        assertProblem(replica, "a", "{\"chargeMwh\": 5, \"capacityMwh\": 4}", "chargeMwh is 5.0: it must be at most");
        assertProblem(replica, "b", "{\"percent\": 5}", "node is b: it must be one whose source is push");
        assertThat(replica.put("nowhere", "{\"percent\": 5}")).isEqualTo(404);
        assertThat(replica.put("a", "nonsense")).isEqualTo(400);
        assertThat(replica.put("a", "null")).isEqualTo(400);
        assertThat(replica.put("a", "")).isEqualTo(400);
        assertThat(replica.get("/api/v1/energy?limit=0")).contains("limit is 0: it must be a whole number");
        await().atMost(SOON).until(() -> label("b").equals("well-powered"));
        assertThat(replica.call("GET", "/api/v1/energy/a", "").statusCode())
                .as("nothing of it was taken")
                .isEqualTo(404);
    }

    @Test
    void itsManifestGrantsWhatItNeedsAndNoMore() throws Exception {
        Path manifest = Path.of("../deploy/kubernetes/base/energy-adapter/access.yaml");
        assertThat(ManifestRights.of(manifest, "edgewise-energy-adapter"))
                .containsExactlyInAnyOrderElementsOf(ManifestRights.needed(start().beans(RequiredAccess.class)));
    }

    private static void assertProblem(Replica replica, String node, String body, String problem) {
        var answer = replica.call("PUT", "/api/v1/energy/" + node, body);
        assertThat(answer.statusCode()).as(body).isEqualTo(422);
        assertThat(answer.body()).contains(problem, "\"field\":", "\"allowed\":");
    }
}
