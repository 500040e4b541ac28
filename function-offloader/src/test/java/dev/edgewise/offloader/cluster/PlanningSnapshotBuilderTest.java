package dev.edgewise.offloader.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.planning.BatteryDetails;
import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.UnmovablePodReason;
import dev.edgewise.offloader.safety.Workload;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class PlanningSnapshotBuilderTest {
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");
    private static final ControllerReference SET =
            new ControllerReference("apps/v1", "ReplicaSet", "fibo-5d8f", "rs-1");
    private static final Workload FIBO = new Workload("shop", "Deployment", "fibo", "d-1");

    private final WatchedClusterObjects table = new WatchedClusterObjects();
    private final Map<String, EnergyReading> readings = new HashMap<>();

    private void node(String name, boolean ready, boolean cordoned) {
        table.put(new ClusterNode(name, ready, cordoned, 4_000));
    }

    private void reading(String node, double percent, Duration age) {
        ObservationMetadata observed = new ObservationMetadata(NOW.minus(age), "push", Duration.ofMinutes(2));
        readings.put(node, new EnergyReading(EnergyLevel.VULNERABLE, percent, observed));
    }

    private void pod(String name, String node, String owner, boolean ready, UnmovablePodReason... conditions) {
        pod(true, name, node, owner, ready, conditions);
    }

    private void pod(
            boolean function, String name, String node, String owner, boolean ready, UnmovablePodReason... conditions) {
        table.put(new CandidatePod(
                function,
                "shop",
                "shop/" + name,
                "uid-" + name,
                node,
                owner,
                SET,
                7,
                ready ? NOW.minusSeconds(90) : null,
                Set.of(conditions),
                500,
                Set.of(),
                "",
                Map.of("cpu", "500m")));
    }

    @Test
    void aPodThatRequestsNothingIsNotForFree() {
        node("a", true, false);
        reading("a", 20, Duration.ZERO);
        table.put(new CandidatePod(
                true,
                "shop",
                "shop/p",
                "uid-p",
                "a",
                "",
                SET,
                7,
                NOW.minusSeconds(90),
                Set.of(),
                0,
                Set.of(),
                "",
                Map.of()));
        assertThat(input().fleet().view().functions())
                .containsExactly(new PlannedFunction("shop", "shop/p", 0, 0, 0, 0.1));
    }

    /**
     * A tenant requests 4 cores and uses none; two functions of 500m run beside it. The node draws what half a core
     * accounts for, a tenth of the 5 requested: so much of its request each of them is expected to use, and 0.1 core at
     * least. It was 4 + 0.5 + 0.5.
     */
    @Test
    void requestsThatAreNotUsedMakeNoNodeSeemToRunOut() {
        node("a", true, false);
        reading("a", 20, Duration.ZERO);
        pod("p", "a", "", true);
        pod("q", "a", "", true);
        table.put(new CandidatePod(
                true,
                "tenant",
                "tenant/wide",
                "uid-wide",
                "a",
                "",
                SET,
                7,
                NOW.minusSeconds(90),
                Set.of(),
                4_000,
                Set.of(),
                "",
                Map.of("cpu", "4")));

        assertThat(cores(0.5))
                .containsOnly(Map.entry("shop/p", 0.1), Map.entry("shop/q", 0.1), Map.entry("tenant/wide", 0.4));
        assertThat(cores(5.5))
                .containsOnly(Map.entry("shop/p", 0.5), Map.entry("shop/q", 0.5), Map.entry("tenant/wide", 4.0));
        assertThat(cores(null))
                .containsOnly(Map.entry("shop/p", 0.5), Map.entry("shop/q", 0.5), Map.entry("tenant/wide", 4.0));
    }

    private Map<String, Double> cores(Double busyCores) {
        BatteryDetails outlook = new BatteryDetails(1_250, 250, 10, 125, 0, 0, 1_900, 800, 0, 0, busyCores);
        return new PlanningSnapshotBuilder(table.snapshot(), readings, Set.of(), NOW)
                .build(node -> 0, node -> outlook).fleet().view().functions().stream()
                        .collect(Collectors.toMap(PlannedFunction::name, PlannedFunction::cores));
    }

    private PlanningInput input() {
        return input(Set.of());
    }

    private PlanningInput input(Set<String> violated) {
        return new PlanningSnapshotBuilder(table.snapshot(), readings, violated, NOW)
                .build(node -> node.equals("a") ? 1_000 : 0, node -> null);
    }

    @Test
    void plannersSeeNodesThatRunWithRoomBesideOtherPods() {
        node("a", true, false);
        node("b", true, false);
        reading("a", 20, Duration.ZERO);
        reading("b", 80, Duration.ofSeconds(119));
        pod("p", "a", "b", true);
        pod("q", "b", "", true);

        PlanningInput input = input();
        assertThat(input.fleet().view().nodes())
                .containsExactly(
                        new PlanNode("a", 20, 3_000, PlanNode.Power.RUNNING, null),
                        new PlanNode("b", 80, 4_000, PlanNode.Power.RUNNING, null));
        assertThat(input.fleet().view().functions())
                .containsExactly(
                        new PlannedFunction("shop", "shop/p", 1, 0, 500, 0.5),
                        new PlannedFunction("shop", "shop/q", 1, 1, 500, 0.5));
        assertThat(input.held()).isEmpty();
    }

    @Test
    void podsCountWithTheirWorkload() {
        node("a", true, false);
        reading("a", 20, Duration.ZERO);
        table.putController("ReplicaSet/shop/fibo-5d8f", "rs-1", new DesiredReplicas(FIBO, 3));
        table.putController("ReplicaSet/shop/fibo-9999", "rs-0", new DesiredReplicas(FIBO, 1));
        pod("p", "a", "", true);
        pod("q", "a", "", false);
        pod("r", "a", "", true, UnmovablePodReason.TERMINATING);

        MovablePod pod = input().fleet().pods().get(0);
        assertThat(pod)
                .isEqualTo(new MovablePod("shop/p", "uid-p", FIBO, "a", 7, Duration.ofSeconds(90), 4, 1, Set.of()));
        assertThat(input().fleet().pods().get(1).age()).isZero();

        table.removeController("ReplicaSet/shop/fibo-5d8f");
        assertThat(input().fleet().pods().get(0))
                .as("of a controller that is not known, as many as there are")
                .isEqualTo(new MovablePod(
                        "shop/p",
                        "uid-p",
                        new Workload("shop", "ReplicaSet", "fibo-5d8f", "rs-1"),
                        "a",
                        7,
                        Duration.ofSeconds(90),
                        3,
                        1,
                        Set.of()));
    }

    @Test
    void podsOfNodesThatAreOfflineOrNotKnownNowStay() {
        node("off", false, false);
        node("old", true, false);
        node("mute", true, false);
        node("well", true, false);
        reading("off", 5, Duration.ZERO);
        reading("old", 5, Duration.ofSeconds(121));
        reading("well", 90, Duration.ZERO);
        pod("p1", "off", "", true);
        pod("p2", "old", "", true);
        pod("p3", "mute", "", true);
        pod("p4", "gone", "", true);

        PlanningInput input = input();
        assertThat(input.fleet().pods()).isEmpty();
        assertThat(input.fleet().view().nodes()).extracting(PlanNode::name).containsExactly("well");
        assertThat(input.held())
                .extracting(MoveDecision::refusal)
                .containsExactly(
                        new MoveRefusal(
                                Reason.NODE_OFFLINE, "node off is not ready: its pods stay until it reports again"),
                        new MoveRefusal(
                                Reason.STALE_READING, "the reading of node old is 121 s old: it was valid for 120 s"),
                        new MoveRefusal(Reason.STALE_READING, "nothing is known of the energy of node mute"),
                        new MoveRefusal(
                                Reason.NODE_OFFLINE, "node gone is not ready: its pods stay until it reports again"));
        assertThat(input.nodes())
                .containsExactly(
                        new PlanningNodeStatus("mute", null, null, true, false, 1),
                        new PlanningNodeStatus("off", 5.0, EnergyLevel.VULNERABLE, false, true, 1),
                        new PlanningNodeStatus("old", 5.0, EnergyLevel.VULNERABLE, true, false, 1),
                        new PlanningNodeStatus("well", 90.0, EnergyLevel.VULNERABLE, false, false, 0));
    }

    @Test
    void aCordonedNodeHasRoomForWhatIsThere() {
        node("a", true, true);
        reading("a", 90, Duration.ZERO);
        pod("p", "a", "", true);
        assertThat(input().fleet().view().nodes()).extracting(PlanNode::room).containsExactly(500L);
    }

    @Test
    void podsThatPoliciesDoNotMoveAreThereWhileTheirDelayNeedsAreBroken() {
        node("a", true, false);
        node("mute", true, false);
        node("off", false, false);
        reading("a", 20, Duration.ZERO);
        pod("f1", "a", "", true);
        pod("f2", "mute", "", true);
        pod(false, "p1", "a", "", true);
        pod(false, "p2", "mute", "", true);
        pod(false, "p3", "off", "", true);

        assertThat(input().fleet().pods()).extracting(MovablePod::uid).containsExactly("uid-f1");
        assertThat(input().held()).extracting(held -> held.pod().uid()).containsExactly("uid-f2");

        PlanningInput violated = input(Set.of("uid-f2", "uid-p1", "uid-p2", "uid-p3"));
        assertThat(violated.fleet().view().functions())
                .as("no policy sees them")
                .containsExactly(new PlannedFunction("shop", "shop/f1", 0, 0, 500, 0.5));
        assertThat(violated.fleet().pods())
                .as("whatever is known of their nodes' energy")
                .extracting(MovablePod::uid)
                .containsExactly("uid-f1", "uid-f2", "uid-p1", "uid-p2");
        assertThat(violated.fleet().pods().get(2).readyReplicas())
                .as("of all in their workload")
                .isEqualTo(5);
        assertThat(violated.held())
                .extracting(MoveDecision::refusal)
                .extracting(MoveRefusal::reason)
                .containsExactly(Reason.NODE_OFFLINE);
    }
}
