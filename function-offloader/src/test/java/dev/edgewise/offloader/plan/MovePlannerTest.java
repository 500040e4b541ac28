package dev.edgewise.offloader.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.energy.FaasHouseWeights;
import dev.edgewise.offloader.planning.FaasHousePlanner;
import dev.edgewise.offloader.planning.PlanNode;
import dev.edgewise.offloader.planning.PlannedFunction;
import dev.edgewise.offloader.planning.Planner;
import dev.edgewise.offloader.planning.PlanningView;
import dev.edgewise.offloader.safety.ConsecutiveReadings;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveLimitTracker;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.safety.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MovePlannerTest {
    private static final long SECOND = 1_000_000_000;
    private static final Planner FAAS_HOUSE = new FaasHousePlanner(FaasHouseWeights.DEFAULT);

    private final MoveLimitTracker gate = new MoveLimitTracker(SafetySettings.DEFAULT);
    private ConsecutiveReadings readings = ConsecutiveReadings.none(SafetySettings.DEFAULT);
    private RefusedTargets refusals = RefusedTargets.none(Duration.ofMinutes(1));

    private MovePlanner planner() {
        return new MovePlanner(gate.rules(readings), SafetySettings.DEFAULT.minGain(), refusals);
    }

    /** One pod of its own workload on each node, of 1,800 of 3,600 millicores. */
    private static PlanningSnapshot fleet(int... percent) {
        return fleet(node -> "ns", percent);
    }

    private static PlanningSnapshot fleet(IntFunction<String> namespaces, int... percent) {
        List<PlanNode> nodes = new ArrayList<>();
        List<PlannedFunction> functions = new ArrayList<>();
        List<MovablePod> pods = new ArrayList<>();
        for (int i = 0; i < percent.length; i++) {
            String node = "edge-" + i;
            nodes.add(new PlanNode(node, percent[i], 3_600, PlanNode.Power.RUNNING, null));
            functions.add(new PlannedFunction(namespaces.apply(i), "f" + i, i, i, 1_800, 1));
            String namespace = namespaces.apply(i);
            pods.add(new MovablePod(
                    namespace + "/f" + i,
                    "uid-" + i,
                    new Workload(namespace, "Deployment", "f" + i, "w" + i),
                    node,
                    0,
                    Duration.ofHours(1),
                    2,
                    2,
                    Set.of()));
        }
        return new PlanningSnapshot(new PlanningView(nodes, functions), pods, Set.of(), Map.of());
    }

    private static Map<String, MoveProposal> proposals(PlanningSnapshot fleet) {
        return MoveProposalFinder.of(FAAS_HOUSE, fleet);
    }

    private MovePlan afterRounds(PlanningSnapshot fleet, int rounds) {
        for (int round = 0; round < rounds; round++) {
            readings = planner()
                    .read(fleet, List.of(proposals(fleet)), cause -> 0)
                    .rules()
                    .readings();
        }
        return plan(fleet, (rounds - 1) * 10 * SECOND);
    }

    private MovePlan plan(PlanningSnapshot fleet, long now) {
        return planner().plan(fleet, proposals(fleet), Map.of(), false, now);
    }

    @Test
    void everyPodHasAVerdictWithItsReason() {
        MovePlan plan = afterRounds(fleet(20, 50, 90), 5);

        assertThat(plan.moves())
                .singleElement()
                .extracting(decision -> decision.pod().name(), MoveDecision::target, MoveDecision::why)
                .containsExactly("ns/f0", "edge-2", "edge-0 is at 20 %, edge-2 is at 90 %");
        assertThat(plan.decisions())
                .extracting(MoveDecision::why)
                .containsExactly(
                        "edge-0 is at 20 %, edge-2 is at 90 %",
                        "edge-1 is at 50 %: the policy wants it on no other node",
                        "edge-2 is at 90 %: the policy wants it on no other node");
    }

    @Test
    void aPodStaysUntilFiveRoundsAgree() {
        MovePlan plan = afterRounds(fleet(20, 50, 90), 4);
        assertThat(plan.moves()).isEmpty();
        assertThat(plan.refusals())
                .singleElement()
                .extracting(decision -> decision.refusal().reason())
                .isEqualTo(MoveRefusal.Reason.NOT_YET_SURE);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void readingsThatFlapForAnHourMoveNothing(int rounds) {
        PlanningSnapshot bad = fleet(20, 50, 90);
        PlanningSnapshot good = fleet(90, 50, 20);
        for (int round = 0; round < 360; round++) {
            PlanningSnapshot now = round / rounds % 2 == 0 ? bad : good;
            readings = planner()
                    .read(now, List.of(proposals(now)), cause -> 0)
                    .rules()
                    .readings();
            assertThat(plan(now, round * 10 * SECOND).moves()).isEmpty();
        }
    }

    @Test
    void plansAreNoReadings() {
        PlanningSnapshot fleet = fleet(20, 50, 90);
        for (int i = 0; i < 10; i++) {
            plan(fleet, i);
        }
        assertThat(plan(fleet, 0).moves()).isEmpty();
        afterRounds(fleet, 5);
        assertThat(plan(fleet, 50 * SECOND).moves()).hasSize(1);
    }

    @Test
    void thePlansOwnMovesCountAgainstItsTargetsAndTheWorstPoweredGoFirst() {
        // Three needy nodes, and one that has room for two more than its own but lets two arrive at once.
        PlanningSnapshot fleet = roomy(15, 5, 10, 100);
        MovePlan plan = afterRounds(fleet, 5);

        assertThat(plan.moves()).extracting(decision -> decision.pod().node()).containsExactly("edge-1", "edge-2");
        assertThat(plan.refusals())
                .singleElement()
                .extracting(MoveDecision::refusal)
                .isEqualTo(new MoveRefusal(
                        MoveRefusal.Reason.TARGET_BUSY, "2 pods are on their way to edge-3: at most 2 at once"));
    }

    /** Five of a namespace are on the weakest nodes, and two of another on weak ones; four pods may move. */
    @Test
    void namespacesShareTheRate() {
        PlanningSnapshot fleet = roomy(fleet(node -> node < 5 ? "big" : "small", 5, 6, 7, 8, 9, 15, 16, 100));
        assertThat(movesOfFour(fleet)).containsExactly("big/f0", "small/f5", "big/f1", "small/f6");
    }

    @Test
    void aNamespaceThatHadItsMovesLetsOthersGoFirst() {
        PlanningSnapshot fleet = roomy(fleet(node -> node < 5 ? "big" : "small", 5, 6, 7, 8, 9, 15, 16, 100));
        fourAMinute.begin(fleet.pods().get(3), "edge-7", 0);
        fourAMinute.begin(fleet.pods().get(4), "edge-7", 0);
        assertThat(movesOfFour(fleet)).containsExactly("small/f5", "small/f6");
    }

    @Test
    void whatANamespaceDoesNotNeedIsForTheOthers() {
        PlanningSnapshot fleet = roomy(fleet(node -> node < 6 ? "big" : "small", 5, 6, 7, 8, 9, 10, 16, 100));
        assertThat(movesOfFour(fleet)).containsExactly("big/f0", "small/f6", "big/f1", "big/f2");
    }

    /**
     * Two namespaces whose disruption budgets never allow an eviction, and a third one; two pods may leave their node.
     */
    @Test
    void namespacesThatAreAlwaysBlockedLetOthersGoFirst() {
        PlanningSnapshot fleet = onOneNode("a1", "a2", "shop");
        Map<String, MoveProposal> proposals = wantedOn(fleet, "edge-1");
        List<List<String>> rounds = new ArrayList<>();
        for (long now = 0; now < 20 * SECOND; now += 10 * SECOND) {
            List<MovablePod> moves = moves(fleet, proposals, now);
            moves.forEach(pod -> gate.undone(pod, "edge-1"));
            rounds.add(moves.stream().map(MovablePod::name).toList());
        }
        assertThat(rounds).containsExactly(List.of("a1/f0", "a2/f30"), List.of("shop/f60", "a1/f1"));
    }

    /** All turns together take longer than moves count. */
    @Test
    void eachNamespaceHasItsTurnHoweverManyThereAre() {
        String[] namespaces =
                IntStream.range(0, 40).mapToObj(number -> "n" + number).toArray(String[]::new);
        PlanningSnapshot fleet = onOneNode(namespaces);
        Map<String, MoveProposal> proposals = wantedOn(fleet, "edge-1");
        List<String> turns = new ArrayList<>();
        for (long now = 0; now < 20 * 60 * SECOND; now += 60 * SECOND) {
            for (MovablePod pod : moves(fleet, proposals, now)) {
                gate.landed(pod, "edge-1", "edge-1", now);
                turns.add(pod.workload().namespace());
            }
        }
        assertThat(turns).as("two a minute").containsExactlyInAnyOrder(namespaces);
    }

    private static Map<String, MoveProposal> wantedOn(PlanningSnapshot fleet, String target) {
        return fleet.pods().stream()
                .collect(Collectors.toMap(
                        MovablePod::uid,
                        pod -> new MoveProposal(target, "it has more charge", MoveCause.ENERGY, 95, 0)));
    }

    /** Returns the pods whose moves begin. */
    private List<MovablePod> moves(PlanningSnapshot fleet, Map<String, MoveProposal> proposals, long now) {
        List<MovablePod> moves = planner()
                .plan(fleet, proposals, Map.of(), true, now)
                .moves()
                .map(MoveDecision::pod)
                .toList();
        moves.forEach(pod -> gate.begin(pod, "edge-1", now));
        return moves;
    }

    /** Thirty pods of each namespace, each of its own workload. */
    private static PlanningSnapshot onOneNode(String... namespaces) {
        int pods = 30 * namespaces.length;
        PlanningSnapshot each = fleet(pod -> namespaces[pod / 30], new int[pods]);
        List<PlanNode> nodes = List.of(
                new PlanNode("edge-0", 5, 3_600, PlanNode.Power.RUNNING, null),
                new PlanNode("edge-1", 100, 3_600, PlanNode.Power.RUNNING, null));
        List<PlannedFunction> functions = IntStream.range(0, pods)
                .mapToObj(pod -> new PlannedFunction(namespaces[pod / 30], "f" + pod, 0, 0, 10, 1))
                .toList();
        List<MovablePod> onFirst = each.pods().stream()
                .map(pod ->
                        new MovablePod(pod.name(), pod.uid(), pod.workload(), "edge-0", 0, pod.age(), 2, 2, Set.of()))
                .toList();
        return new PlanningSnapshot(new PlanningView(nodes, functions), onFirst, Set.of(), Map.of());
    }

    private static final SafetySettings FOUR_A_MINUTE = new SafetySettings(
            Duration.ZERO,
            1_000_000_000,
            Set.of(),
            SafetySettings.Singles.STAY,
            1,
            3,
            Duration.ofMinutes(30),
            Duration.ofMinutes(5),
            Duration.ofMinutes(1),
            2,
            4,
            100,
            10);
    private final MoveLimitTracker fourAMinute = new MoveLimitTracker(FOUR_A_MINUTE);

    private List<String> movesOfFour(PlanningSnapshot fleet) {
        MovePlanner rationed = new MovePlanner(fourAMinute.rules(ConsecutiveReadings.none(FOUR_A_MINUTE)), 10, refusals)
                .read(fleet, List.of(proposals(fleet)), cause -> 0);
        return rationed.plan(fleet, proposals(fleet), Map.of(), false, SECOND)
                .moves()
                .map(decision -> decision.pod().name())
                .toList();
    }

    private static PlanningSnapshot roomy(int... percent) {
        return roomy(fleet(percent));
    }

    private static PlanningSnapshot roomy(PlanningSnapshot fleet) {
        List<PlanNode> nodes = fleet.view().nodes().stream()
                .map(node -> new PlanNode(node.name(), node.percent(), 36_000, node.power(), null))
                .toList();
        return new PlanningSnapshot(
                new PlanningView(nodes, fleet.view().functions()), fleet.pods(), Set.of(), Map.of());
    }

    @Test
    void aSmallGainMovesNothingAndCountsForNothing() {
        assertThat(afterRounds(fleet(5, 6, 14), 6).refusals())
                .singleElement()
                .extracting(MoveDecision::refusal)
                .isEqualTo(new MoveRefusal(
                        MoveRefusal.Reason.GAIN_TOO_SMALL,
                        "edge-2 has 9.0 percentage points more: pods are moved for 10.0 or more"));

        assertThat(afterRounds(fleet(20, 22, 90), 4).moves())
                .as("the first of 5 readings was none")
                .isEmpty();
    }

    @Test
    void aTargetWithLessChargeIsNotShownAsBetter() {
        PlanningSnapshot fleet = fleet(19, 1, 1);
        Map<String, MoveProposal> worse = Map.of(
                fleet.pods().get(0).uid(),
                new MoveProposal("edge-2", "the policy wants it there", MoveCause.ENERGY, -18.4, 0));

        MoveDecision decision = planner()
                .plan(fleet, worse, Map.of(), false, SECOND)
                .decisions()
                .get(0);

        assertThat(decision.target()).isNull();
        assertThat(decision.refusal())
                .isEqualTo(new MoveRefusal(
                        MoveRefusal.Reason.GAIN_TOO_SMALL,
                        "edge-2 has 18.4 percentage points less: pods are moved for 10.0 or more"));
    }

    @Test
    void aPodThatTheSchedulerRefusesLetsOthersGoFirst() {
        PlanningSnapshot fleet = roomy(5, 10, 15, 100);
        MoveDecision first = afterRounds(fleet, 5).moves().findFirst().orElseThrow();
        MoveRefusal refusal = new MoveRefusal(MoveRefusal.Reason.TARGET_REFUSED, "0/4 nodes are available");
        refusals = refusals.with(Map.of(first, refusal), 50 * SECOND);

        MovePlan next = plan(fleet, 60 * SECOND);
        assertThat(next.moves()).extracting(decision -> decision.pod().node()).containsExactly("edge-1", "edge-2");
        assertThat(next.refusals()).extracting(MoveDecision::refusal).containsExactly(refusal);
        assertThat(plan(fleet, 111 * SECOND).moves()).as("after a minute").contains(first);
    }
}
