package dev.edgewise.offloader.rounds.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.cluster.CandidatePod;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.plan.MovePlanner;
import dev.edgewise.offloader.plan.MoveProposal;
import dev.edgewise.offloader.plan.RefusedTargets;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.ConsecutiveReadings;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Planners want pods on {@code b}, the best powered node, where nothing fits. */
class RefusedTargetsTest extends PlanningFixture {
    @BeforeEach
    void theBestNodeIsFull() {
        full.add("b");
    }

    private static TestFleet threeNodes(EnergyLevel level, double percent) {
        return new TestFleet()
                .node("a", level, percent)
                .node("b", EnergyLevel.WELL_POWERED, 95)
                .node("c", EnergyLevel.VULNERABLE, 50)
                .pod("fibo-a", "a")
                .pod("fibo-b", "b");
    }

    @ParameterizedTest
    @EnumSource(
            value = Policy.class,
            names = {"ZONES", "FAASHOUSE", "EDGEWISE"})
    void aPodGoesElsewhere(Policy policy) throws Exception {
        TestFleet fleet = threeNodes(EnergyLevel.POWERLESS, 5);
        free = "c";
        assertThat(rounds(fleet, policy, 5).refusals()).singleElement().satisfies(decision -> {
            assertThat(decision.target()).isEqualTo("b");
            assertThat(decision.refusal().reason()).isEqualTo(Reason.TARGET_REFUSED);
        });
        assertThat(rounds(fleet, policy, 1).moves())
                .extracting(MoveDecision::target)
                .containsExactly("c");
        CandidatePod pod = fleet.cluster().pods().get(0);
        assertThat(asked)
                .as("in the round before, where it would be placed, and there")
                .containsExactly(
                        List.of(PlacementQuery.move(pod, "b")),
                        List.of(PlacementQuery.ifGone(pod)),
                        List.of(PlacementQuery.move(pod, "c")));
    }

    @Test
    void whatGainsTooLittleIsNoOtherTarget() throws Exception {
        TestFleet fleet = threeNodes(EnergyLevel.LOW_POWERED, 41);
        free = "c";
        MovePlan plan = rounds(fleet, Policy.FAASHOUSE, 7);
        assertThat(plan.refusals()).singleElement().satisfies(decision -> {
            assertThat(decision.target()).isEqualTo("b");
            assertThat(decision.refusal().reason()).isEqualTo(Reason.TARGET_REFUSED);
        });
        assertThat(asked)
                .contains(List.of(PlacementQuery.ifGone(fleet.cluster().pods().get(0))));
    }

    @Test
    void whereTheOtherTargetIsRefusedTooThePodStaysUntilThePause() throws Exception {
        TestFleet fleet = threeNodes(EnergyLevel.POWERLESS, 5);
        full.add("c");
        free = "c";
        assertThat(rounds(fleet, Policy.EDGEWISE, 10).moves()).isEmpty();
        full.clear();
        assertThat(rounds(fleet, Policy.EDGEWISE, 6).moves())
                .extracting(MoveDecision::target)
                .containsExactly("b");
    }

    /** A powerless node is left for where the scheduler says, whatever a planner wants of it. */
    @Test
    void aPlanThatGainsTooLittleHoldsNoPodOnAPowerlessNode() throws Exception {
        TestFleet fleet = threeNodes(EnergyLevel.POWERLESS, 5);
        free = "c";
        CandidatePod pod = fleet.cluster().pods().get(0);
        EnergyLevelProposals levels = new EnergyLevelProposals(
                fleet.input(), Map.of(pod.uid(), pod), EnergyLevel.LOW_POWERED, CandidateRoundRobin.NEW);
        MovePlanner planner = new MovePlanner(
                gate.rules(ConsecutiveReadings.none(SafetySettings.DEFAULT)),
                10,
                RefusedTargets.none(Duration.ofMinutes(1)));
        MoveProposal little = new MoveProposal("d", "d is at 14 %", MoveCause.ENERGY, 9, 0);
        assertThat(levels.proposals(Map.of(pod.uid(), little), planner, this::answer, now)
                        .proposals())
                .containsOnlyKeys(pod.uid())
                .extractingByKey(pod.uid())
                .extracting(MoveProposal::target)
                .isEqualTo("c");
        MoveProposal enough = new MoveProposal("d", "d is at 15 %", MoveCause.ENERGY, 10, 0);
        assertThat(levels.proposals(Map.of(pod.uid(), enough), planner, this::answer, now)
                        .proposals())
                .isEmpty();
    }
}
