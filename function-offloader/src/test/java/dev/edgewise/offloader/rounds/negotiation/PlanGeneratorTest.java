package dev.edgewise.offloader.rounds.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.Workload;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PlanGeneratorTest extends PlanningFixture {
    @Test
    void theSchedulerIsAskedOnlyAboutMovesThatSafetyAllows() throws Exception {
        TestFleet fleet = weakAndStrong();
        assertThat(rounds(fleet, Policy.ZONES, 4).moves()).isEmpty();
        assertThat(asked).isEmpty();
        assertThat(rounds(fleet, Policy.ZONES, 1).moves())
                .extracting(MoveDecision::target)
                .containsExactly("b");
        assertThat(asked)
                .singleElement()
                .isEqualTo(List.of(
                        PlacementQuery.move(weakAndStrong().cluster().pods().get(0), "b")));
    }

    @Test
    void aPodThatWouldNotTakeItsRoomStays() throws Exception {
        scripted.put("ns/fibo-a", new Placement("ns/fibo-a", "b", "Reservation x is not taken: no room", null, null));
        assertThat(rounds(weakAndStrong(), Policy.ZONES, 5).refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(new MoveRefusal(
                        Reason.TARGET_REFUSED,
                        "the scheduler would not place it there: Reservation x is not taken: no room"));
        scripted.put("ns/fibo-a", new Placement("ns/fibo-a", "c", "fits", "ns/another", null));
        assertThat(rounds(weakAndStrong(), Policy.ZONES, 7).moves())
                .as("it would take another room")
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource(names = {"ZONES", "GREEDY"})
    void aPodThatTakesTooLongKeepsNoOtherFromMovingAndThatIsSaid(Policy policy) throws Exception {
        TestFleet fleet = twoOnAPowerlessNode();
        slow = "ns/bad-a";
        MovePlan plan = rounds(fleet, policy, 5);
        assertThat(plan.moves()).extracting(decision -> decision.pod().name()).containsExactly("ns/fibo-a");
        assertThat(plan.refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(new MoveRefusal(
                        Reason.NOT_ANSWERED,
                        "the scheduler has not said whether it would place it there: it takes too long"));
    }

    /** Afterwards it is asked about once in a minute, which is six rounds. */
    @Test
    void aPodThatTakesTooLongIsLeftOutOfTheNextRounds() throws Exception {
        TestFleet fleet = twoOnAPowerlessNode();
        slow = "ns/bad-a";
        rounds(fleet, Policy.ZONES, 5);
        asked.clear();
        rounds(fleet, Policy.ZONES, 12);
        assertThat(asked.stream()
                        .flatMap(List::stream)
                        .filter(each -> each.pod().key().equals(slow) && each.target() != null))
                .hasSize(2);
    }

    /**
     * The scheduler refuses the first pod, and answers about no other before its timeout: the next question is about
     * the other.
     */
    @Test
    void podsThatTheTimeoutLeftAreAskedAboutAgainInTheSameRound() throws Exception {
        TestFleet fleet = twoOnAPowerlessNode();
        answeredInTime = 1;
        scripted.put("ns/bad-a", new Placement("ns/bad-a", "b", "it is pinned", null, null));
        MovePlan plan = rounds(fleet, Policy.ZONES, 5);
        assertThat(plan.moves()).extracting(decision -> decision.pod().name()).containsExactly("ns/fibo-a");
        assertThat(asked).extracting(List::size).containsExactly(2, 1);
    }

    /** Another question about the same pods would have the same answers. */
    @Test
    void podsThatTheTimeoutLeftStayForARoundWhereNoneIsRefused() throws Exception {
        TestFleet fleet = twoOnAPowerlessNode();
        answeredInTime = 1;
        MovePlan plan = rounds(fleet, Policy.ZONES, 5);
        assertThat(plan.moves()).hasSize(1);
        assertThat(plan.refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(new MoveRefusal(
                        Reason.NOT_ANSWERED, "the scheduler has not said whether it would place it there"));
        assertThat(asked).hasSize(1);
    }

    @Test
    void aPodThatTakesTooLongKeepsNoPodFromLeavingForItsDelay() throws Exception {
        violated("cart-a", "c", 1.5, null, "b");
        free = "b";
        slow = "ns/bad-a";
        TestFleet fleet = twoOnAPowerlessNode()
                .node("c", EnergyLevel.WELL_POWERED, 90)
                .other("cart-a", "c")
                .other("cart-b", "b");
        assertThat(rounds(fleet, Policy.GREEDY, 6).moves())
                .extracting(decision -> decision.pod().name())
                .contains("ns/cart-a", "ns/fibo-a");
    }

    @Test
    void whereTheSchedulerAnswersNothingThereIsNoPlan() throws Exception {
        TestFleet fleet = twoOnAPowerlessNode();
        rounds(fleet, Policy.ZONES, 4);
        silent = true;
        assertThatThrownBy(() -> rounds(fleet, Policy.ZONES, 1)).isInstanceOf(PlanUnavailableException.class);
        state = state.afterMiss();
        silent = false;
        assertThat(rounds(fleet, Policy.ZONES, 1).moves())
                .as("in a row nevertheless")
                .hasSize(2);
    }

    /** Four rounds of five are before the scheduler is silent, which it is for five. */
    @Test
    void readingsCountWhileTheSchedulerIsSilent() throws Exception {
        TestFleet fleet = twoOnAPowerlessNode();
        rounds(fleet, Policy.ZONES, 4);
        silent = true;
        for (int round = 0; round < 5; round++) {
            assertThatThrownBy(() -> rounds(fleet, Policy.ZONES, 1)).isInstanceOf(PlanUnavailableException.class);
            state = state.afterMiss();
        }
        assertThat(plan(fleet, Policy.ZONES, PlanRunMode.PREVIEW).trouble()).isEqualTo("scheduler-service answers 503");
        silent = false;
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).hasSize(2);
    }

    private TestFleet twoOnAPowerlessNode() {
        free = "b";
        return new TestFleet()
                .node("a", EnergyLevel.POWERLESS, 5)
                .node("b", EnergyLevel.WELL_POWERED, 90)
                .pod("bad-a", "a")
                .pod("bad-b", "b")
                .pod("fibo-a", "a")
                .pod("fibo-b", "b");
    }

    @Test
    void anotherPolicyIsComparedAsIfItHadBeenAtWorkForLong() throws Exception {
        TestFleet fleet = weakAndStrong();
        assertThat(plan(fleet, Policy.ZONES, PlanRunMode.COMPARISON).plan().moves())
                .hasSize(1);
        assertThat(plan(fleet, Policy.ZONES, PlanRunMode.PREVIEW).plan().moves())
                .isEmpty();
    }

    /** Each may be moved, and two leave a node in a minute. */
    @Test
    void podsThatTheSchedulerRefusesLeaveTheirShareToOthers() throws Exception {
        TestFleet fleet = new TestFleet()
                .node("a", EnergyLevel.LOW_POWERED, 5)
                .node("b", EnergyLevel.WELL_POWERED, 90)
                .node("c", EnergyLevel.WELL_POWERED, 90);
        for (int function = 0; function < 6; function++) {
            fleet.pod("f" + function + "-a", "a").pod("f" + function + "-b", "b");
            if (function < 4) {
                String pod = "ns/f" + function + "-a";
                scripted.put(pod, new Placement(pod, "b", "it is pinned", null, null));
            }
        }
        MovePlan plan = rounds(fleet, Policy.ZONES, 5);
        assertThat(plan.moves()).extracting(decision -> decision.pod().name()).containsExactly("ns/f4-a", "ns/f5-a");
        assertThat(plan.refusals())
                .extracting(decision -> decision.refusal().reason())
                .containsOnly(Reason.TARGET_REFUSED)
                .hasSize(4);
        assertThat(asked).hasSize(3);
    }

    @Test
    void aPlanThatIsAskedForChangesNothing() throws Exception {
        TestFleet fleet = weakAndStrong();
        rounds(fleet, Policy.ZONES, 4);
        for (int i = 0; i < 5; i++) {
            assertThat(plan(fleet, Policy.ZONES, PlanRunMode.PREVIEW).plan().moves())
                    .isEmpty();
        }
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).hasSize(1);
    }

    @Test
    void greedyGoesWhereTheSchedulerSaysIfThatIsBetter() throws Exception {
        TestFleet fleet = weakAndStrong().node("c", EnergyLevel.VULNERABLE, 50);
        scripted.put("ns/fibo-a", new Placement("ns/fibo-a", "c", "fits", "ns/offload", null));
        assertThat(rounds(fleet, Policy.GREEDY, 5).moves())
                .extracting(MoveDecision::target)
                .containsExactly("c");
        assertThat(asked.get(0))
                .containsExactly(PlacementQuery.ifGone(fleet.cluster().pods().get(0)));

        scripted.put("ns/fibo-a", new Placement("ns/fibo-a", "a", "fits", null, null));
        assertThat(rounds(fleet, Policy.GREEDY, 1).decisions().get(0).target())
                .as("the scheduler knows nothing better")
                .isNull();
    }

    @Test
    void greedyAsksWhilePodsAreOnTheirWayToTheBestNode() throws Exception {
        TestFleet fleet = new TestFleet()
                .node("a", EnergyLevel.POWERLESS, 5)
                .node("b", EnergyLevel.WELL_POWERED, 95)
                .node("c", EnergyLevel.WELL_POWERED, 80)
                .pod("fibo-a", "a")
                .pod("fibo-b", "b");
        for (String other : List.of("x", "y")) {
            Workload workload = new Workload("ns", "Deployment", other, "d-" + other);
            gate.begin(
                    new MovablePod("ns/" + other, other, workload, "c", 0, Duration.ofHours(1), 2, 2, Set.of()),
                    "b",
                    now);
        }
        scripted.put("ns/fibo-a", new Placement("ns/fibo-a", "c", "fits", "ns/offload", null));
        assertThat(rounds(fleet, Policy.GREEDY, 5).moves())
                .extracting(MoveDecision::target)
                .containsExactly("c");
    }

    @Test
    void edgewiseLeavesPowerlessNodesWhateverItsForecastSays() throws Exception {
        TestFleet fleet = new TestFleet()
                .node("a", EnergyLevel.POWERLESS, 5)
                .node("b", EnergyLevel.WELL_POWERED, 90)
                .small("fibo-a", "a")
                .small("fibo-b", "b");
        scripted.put("ns/fibo-a", new Placement("ns/fibo-a", "b", "fits", "ns/offload", null));
        assertThat(rounds(fleet, Policy.EDGEWISE, 5).moves())
                .extracting(MoveDecision::target)
                .containsExactly("b");
    }

    @Test
    void greedyLeavesPodsOfVulnerableNodesAlone() throws Exception {
        TestFleet fleet = new TestFleet()
                .node("a", EnergyLevel.VULNERABLE, 41)
                .node("b", EnergyLevel.WELL_POWERED, 90)
                .pod("fibo-a", "a")
                .pod("fibo-b", "b");
        assertThat(rounds(fleet, Policy.GREEDY, 6).moves()).isEmpty();
        assertThat(asked).isEmpty();
    }
}
