package dev.edgewise.offloader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.OpenApiDocument;
import dev.edgewise.kubernetes.lease.LeaderElectionParticipant;
import dev.edgewise.kubernetes.testing.KubernetesObjects;
import io.fabric8.kubernetes.api.model.Event;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A function with two replicas. */
class FunctionOffloaderIT extends OffloaderIT {
    private static final Map<String, Double> WELL = Map.of("edge-1", 80.0, "edge-2", 82.0);
    private static final Map<String, Double> FALLEN = Map.of("edge-1", 5.0, "edge-2", 95.0);

    private TestCluster cluster;

    @BeforeEach
    void aFunctionOnTwoNodes() throws Exception {
        cluster = new TestCluster(client).function(2);
        cluster.runs("fibo-a", "edge-1");
        cluster.runs("fibo-b", "edge-2");
    }

    private static void awaitPlan(Replica replica, String part) {
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(replica.get("/api/v1/plan")).contains(part));
    }

    private List<Event> events(String reason) {
        return client.v1().events().inNamespace("default").list().getItems().stream()
                .filter(event -> event.getReason().equals(reason))
                .toList();
    }

    @Test
    void aFunctionLeavesAWeakeningNodeAndItsReplacementTakesTheRoom() throws Exception {
        Replica replica = start();
        TestCluster.readings(replica, WELL);
        awaitPlan(replica, "\"message\":\"edge-1 is at 80 %: the policy wants it on no other node\"");
        assertThat(replica.get("/api/v1/plan?limit=1"))
                .contains("\"policy\":\"edgewise\"", "\"leader\":true", "\"dryRun\":false", "\"paused\":null")
                .contains("\"workload\":\"Deployment/default/fibo\"", "\"continue\":\"default/fibo-a\"")
                .contains("{\"node\":\"edge-1\",\"percent\":80.0,\"level\":\"well-powered\",\"stale\":false,"
                        + "\"offline\":false,\"functions\":1}");
        assertThat(replica.get("/api/v1/plan?continue=default/fibo-a"))
                .as("what the first page has is not repeated")
                .contains("\"nodes\":[],\"moves\":[],\"stays\":{\"items\":[{\"pod\":\"default/fibo-b\"");
        assertThat(replica.get("/api/v1/plan?namespace=other")).contains("\"stays\":{\"items\":[]");
        assertThat(scheduler.questions).as("nothing is to be asked").isEmpty();

        TestCluster.readings(replica, FALLEN);
        await().atMost(SOON).until(() -> cluster.leaves("fibo-a"));
        assertThat(cluster.leaves("fibo-b")).isFalse();
        assertThat(scheduler.questions)
                .extracting(String::valueOf)
                .contains("{\"pods\":[{\"like\":\"default/fibo-a\"}],\"removals\":[\"default/fibo-a\"],"
                        + "\"reservations\":[{\"namespace\":\"default\",\"name\":\"offload-" + uid("fibo-a")
                        + "\",\"node\":\"edge-2\",\"resources\":{\"cpu\":\"500m\"},\"for\":{\"ownerReference\":{"
                        + "\"apiVersion\":\"apps/v1\",\"kind\":\"ReplicaSet\",\"name\":\"fibo-5d8f\",\"uid\":\""
                        + cluster.controller() + "\"}}}],\"timeoutSeconds\":5.0}");
        GenericKubernetesResource room = cluster.reservations().get(0);
        assertThat(room.getMetadata().getName()).isEqualTo("offload-" + uid("fibo-a"));
        assertThat(room.getMetadata().getLabels()).containsEntry("edgewise.dev/part-of", "function-offloader");
        assertThat(room.getAdditionalProperties().get("spec").toString())
                .contains("node=edge-2", "cpu=500m", "uid=" + cluster.controller(), "ttlSeconds=120");
        assertThat(replica.get("/api/v1/offloads"))
                .contains("\"pod\":\"default/fibo-a\"", "\"source\":\"edge-1\",\"target\":\"edge-2\"")
                .contains("\"why\":\"edge-1 is at 5 %, edge-2 is at 95 %\",\"cause\":\"energy\"", "\"result\":null");

        cluster.ends("fibo-a");
        cluster.runs("fibo-c", "edge-2");
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/offloads"))
                .contains("\"result\":\"LANDED\",\"detail\":\"its replacement runs on edge-2\""));
        await().atMost(SOON).until(() -> cluster.reservations().isEmpty());
        await().atMost(SOON).until(() -> !events("Offloaded").isEmpty());
        assertThat(events("Offloaded"))
                .singleElement()
                .extracting(Event::getMessage)
                .isEqualTo("Moves from edge-1 to edge-2: edge-1 is at 5 %, edge-2 is at 95 %");
        assertThat(replica.get("/actuator/prometheus"))
                .contains("edgewise_offloader_moves_total{result=\"landed\"} 1.0")
                .containsPattern("edgewise_offloader_scheduler_calls_total [1-9]")
                .contains("edgewise_offloader_candidates 2.0")
                .contains("edgewise_offloader_refusals{reason=\"unfit\"} 0.0", "edgewise_offloader_paused 0.0");
        assertThat(replica.get("/actuator/health")).contains("\"status\":\"UP\"");
        assertThat(OpenApiDocument.saved(replica.get("/v3/api-docs"))).contains("/api/v1/offloads");
    }

    /** The readings are dated by a clock that is right, as those of energy-adapter are. */
    @ParameterizedTest
    @MethodSource("dev.edgewise.kubernetes.testing.WrongClock#all")
    void aWrongClockOfItsMachineChangesNoMove(List<Class<?>> clock) throws Exception {
        Replica replica = start(clock);
        await().atMost(SOON)
                .until(() -> replica.bean(LeaderElectionParticipant.class).isLeading());
        TestCluster.readings(replica, WELL);
        awaitPlan(replica, "\"level\":\"well-powered\",\"stale\":false");
        TestCluster.readings(replica, FALLEN);
        await().atMost(SOON).until(() -> cluster.leaves("fibo-a"));
        assertThat(cluster.leaves("fibo-b")).isFalse();
        assertThat(replica.get("/actuator/health").contains("machineIsAheadBy")).isEqualTo(!clock.isEmpty());
    }

    private String uid(String pod) {
        return actual(pod).getMetadata().getUid();
    }

    @Test
    void aDisruptionBudgetBlocksTheMoveAndTheRoomIsGivenBack() throws Exception {
        cluster.budget(2);
        Replica replica = start();
        TestCluster.readings(replica, FALLEN);
        await().atMost(SOON).untilAsserted(() -> assertThat(replica.get("/api/v1/offloads"))
                .contains("\"result\":\"BLOCKED\",\"detail\":\"its disruption budget allows no eviction now\""));
        assertThat(cluster.leaves("fibo-a")).isFalse();
        await().atMost(SOON).until(() -> cluster.reservations().isEmpty());
        awaitPlan(replica, "\"reason\":\"WORKLOAD_RATE\"");
        assertThat(events("OffloadRefused")).as("it is not its turn").isEmpty();
    }

    @Test
    void aPauseOutlivesARestartAndHoldsForRequestsToo() throws Exception {
        Replica first = start();
        assertThat(first.post("/api/v1/pause", "{\"raeson\": \"an exam\"}").body())
                .contains("raeson is an unknown field: it must be one of reason");
        assertThat(first.post("/api/v1/pause", "{}").body()).contains("reason is null: it must be a text of 1 to 256");
        assertThat(first.post("/api/v1/pause", "{\"reason\": \"an exam\"}").statusCode())
                .isEqualTo(200);
        first.close();
        Replica replica = start();
        TestCluster.readings(replica, FALLEN);
        awaitPlan(replica, "\"source\":\"edge-1\",\"target\":\"edge-2\"");
        assertThat(replica.get("/api/v1/plan")).contains("\"by\":\"anonymous\",\"reason\":\"an exam\"");
        var refused = replica.post("/api/v1/offloads", "{\"pod\": \"default/fibo-a\"}");
        assertThat(refused.statusCode()).isEqualTo(409);
        assertThat(refused.body()).contains("\"reason\":\"PAUSED\"", "moves are paused by anonymous: an exam");
        assertThat(cluster.leaves("fibo-a")).isFalse();

        assertThat(replica.post("/api/v1/resume", "{}").statusCode()).isEqualTo(200);
        await().atMost(SOON).until(() -> cluster.leaves("fibo-a"));
    }

    @Test
    void aDryRunPlansAndTouchesNothing() throws Exception {
        Replica replica = start("edgewise.function-offloader.dry-run=true");
        TestCluster.readings(replica, FALLEN);
        awaitPlan(replica, "\"moves\":[{\"pod\":\"default/fibo-a\"");
        String at = replica.get("/api/v1/plan").replaceAll(".*\"at\":\"([^\"]*)\".*", "$1");
        await().atMost(SOON).until(() -> !replica.get("/api/v1/plan").contains(at));
        assertThat(cluster.leaves("fibo-a")).isFalse();
        assertThat(cluster.reservations()).isEmpty();
        assertThat(replica.get("/api/v1/offloads")).isEqualTo("{\"items\":[],\"continue\":null}");
        assertThat(replica.post("/api/v1/offloads", "{\"pod\": \"default/fibo-a\"}")
                        .body())
                .contains("\"reason\":\"DRY_RUN\"");
    }

    @Test
    void withoutTheSchedulerNothingMovesAndTheLastPlanStays() throws Exception {
        Replica replica = start();
        TestCluster.readings(replica, WELL);
        awaitPlan(replica, "edge-1 is at 80 %: the policy wants it on no other node");
        scheduler.status = 503;
        TestCluster.readings(replica, FALLEN);
        awaitPlan(replica, "\"trouble\":\"scheduler-service answers 503: {\\\"detail\\\":\\\"busy\\\"}\"");
        assertThat(replica.get("/api/v1/plan")).contains("\"at\":\"2");
        assertThat(replica.get("/actuator/health"))
                .contains("\"status\":\"DEGRADED\"", "scheduler-service answers 503");
        assertThat(replica.post("/api/v1/plan", "").statusCode()).isEqualTo(503);
        assertThat(cluster.leaves("fibo-a")).isFalse();

        scheduler.status = 200;
        scheduler.refusal = "0/2 nodes are available: 2 Insufficient cpu.";
        awaitPlan(
                replica,
                "\"reason\":\"TARGET_REFUSED\",\"message\":\"the scheduler would not place it there: 0/2 nodes");
        assertThat(cluster.leaves("fibo-a")).isFalse();
        assertThat(replica.get("/api/v1/plan")).contains("\"trouble\":null");
        await().atMost(SOON).until(() -> !events("OffloadRefused").isEmpty());
        assertThat(events("OffloadRefused").get(0).getMessage())
                .startsWith(
                        "Would be better on edge-2 (edge-1 is at 5 %, edge-2 is at 95 %), and stays: the scheduler");
    }

    @Test
    void allPagesOfAPlanOnRequestAreOfOnePlan() throws Exception {
        Replica replica = start("edgewise.function-offloader.dry-run=true");
        TestCluster.readings(replica, WELL);
        awaitPlan(replica, "the policy wants it on no other node");
        String first = replica.post("/api/v1/plan?limit=1", "").body();
        assertThat(first).contains("\"stays\":{\"items\":[{\"pod\":\"default/fibo-a\"");
        String at = first.replaceAll(".*\"at\":\"([^\"]*)\".*", "$1");
        String page = "/api/v1/plan?limit=1&continue=" + at + "/default/fibo-a";
        assertThat(first).contains("\"continue\":\"" + at + "/default/fibo-a\"");
        assertThat(replica.post(page, "").body())
                .contains("\"at\":\"" + at + "\"", "\"moves\":[],\"stays\":{\"items\":[{\"pod\":\"default/fibo-b\"");
        replica.post("/api/v1/plan?limit=1", "");
        assertThat(replica.post(page, "").statusCode()).as("of another plan").isEqualTo(422);
    }

    @Test
    void staleReadingsMoveNothing() throws Exception {
        Replica replica = start();
        TestCluster.readings(replica, FALLEN, Instant.now().minusSeconds(301));
        awaitPlan(replica, "\"trouble\":\"there is no node that is ready and has a valid reading of its energy\"");
        TestCluster.readings(replica, Map.of("edge-2", 95.0));
        awaitPlan(replica, "\"target\":null,\"reason\":\"STALE_READING\"");
        assertThat(cluster.leaves("fibo-a")).isFalse();
    }

    @Test
    void whoTakesOverGivesBackRoomOfPodsThatStillRun() throws Exception {
        Replica first = start();
        // It has taken over, and begun with rounds.
        awaitPlan(first, "\"trouble\":\"there is no node");
        client.load(new ByteArrayInputStream(
                        """
                        {"apiVersion": "edgewise.dev/v1alpha1", "kind": "Reservation",
                         "metadata": {"name": "offload-%s", "namespace": "default",
                                      "labels": {"edgewise.dev/part-of": "function-offloader"}},
                         "spec": {"node": "edge-2", "resources": {"cpu": "500m"}, "for": {"ownerReference": {"uid": "%s"}}}}
                        """
                                .formatted(uid("fibo-a"), cluster.controller())
                                .getBytes(StandardCharsets.UTF_8)))
                .create();
        Replica second = start();
        // Whoever calls the replica that stands by gets the leader's answer.
        await().atMost(SOON)
                .untilAsserted(() -> assertThat(second.get("/api/v1/plan")).contains("\"leader\":true"));
        assertThat(second.get("/api/v1/plan")).contains("\"trouble\":\"there is no node");
        assertThat(second.call("GET", "/api/v1/plan", "", "Edgewise-Forwarded-By", "another")
                        .body())
                .as("not forwarded twice")
                .contains("\"leader\":false", "\"at\":null");
        assertThat(cluster.reservations()).hasSize(1);
        first.close();
        await().atMost(SOON).until(() -> leads(second));
        await().atMost(SOON).until(() -> cluster.reservations().isEmpty());
        assertThat(cluster.leaves("fibo-a")).isFalse();
    }

    private static boolean leads(Replica replica) {
        return replica.bean(LeaderElectionParticipant.class).isLeading();
    }

    @Test
    void aPersonMayMoveAPodAtOnce() throws Exception {
        Replica replica = start();
        TestCluster.readings(replica, WELL);
        awaitPlan(replica, "the policy wants it on no other node");
        problem(replica, "{}", 422, "pod is null: it must be namespace/name of a pod");
        problem(replica, "{\"pod\": \"default/nobody\"}", 404, "no pod default/nobody on a node is looked after");
        problem(
                replica,
                "{\"pod\": \"default/fibo-a\", \"target\": \"edge-1\"}",
                422,
                "target is edge-1: it must be a node of the cluster, other than edge-1");
        scheduler.free = "edge-1";
        problem(replica, "{\"pod\": \"default/fibo-a\"}", 409, "\"reason\":\"TARGET_REFUSED\"");

        scheduler.free = "edge-2";
        var moved = replica.post("/api/v1/offloads", "{\"pod\": \"default/fibo-a\"}");
        assertThat(moved.statusCode()).isEqualTo(202);
        assertThat(moved.body()).contains("\"target\":\"edge-2\"", "\"cause\":\"request\"", "\"result\":null");
        assertThat(cluster.leaves("fibo-a")).isTrue();
        problem(replica, "{\"pod\": \"default/fibo-b\", \"target\": \"edge-1\"}", 409, "NOT_ALL_READY");
        assertThat(replica.post("/api/v1/plan?policy=best", "").body())
                .contains("policy is best: it must be one of greedy, zones, faashouse, edgewise");
        assertThat(replica.post("/api/v1/plan?policy=zones", "").body()).contains("\"policy\":\"zones\"");
    }

    private static void problem(Replica replica, String body, int status, String part) {
        var answer = replica.post("/api/v1/offloads", body);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(status);
        assertThat(answer.body()).contains(part);
    }

    @Test
    void greedyAsksTheSchedulerWhereWeakNodesPodsGo() throws Exception {
        client.resource(KubernetesObjects.node("edge-3")).create();
        scheduler.free = "edge-3";
        Replica replica = start("edgewise.function-offloader.policy=greedy");
        TestCluster.readings(replica, Map.of("edge-1", 20.0, "edge-2", 95.0, "edge-3", 60.0));
        await().atMost(SOON).until(() -> cluster.leaves("fibo-a"));
        assertThat(replica.get("/api/v1/offloads")).contains("\"target\":\"edge-3\"");
        assertThat(scheduler.questions).hasSizeGreaterThanOrEqualTo(2);
        assertThat(scheduler.questions.get(0).path("removals")).hasSize(1);
        assertThat(scheduler.questions.get(0).path("reservations")).isEmpty();
        assertThat(cluster.leaves("fibo-b")).isFalse();
    }
}
