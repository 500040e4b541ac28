package dev.edgewise.offloader.rounds.negotiation;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.Placement.Present;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Functions on nodes that are in quarantine for their type. */
class QuarantinePlanningTest extends PlanningFixture {
    @Test
    void aFunctionLeavesForWhereTheSchedulerWouldPlaceIt() throws Exception {
        TestFleet fleet = threeStrong().pod("web-a", "a").pod("web-b", "b");
        quarantined("web-a", "a", "c");
        assertThat(rounds(fleet, Policy.ZONES, 5).moves())
                .as("one look in a row too few")
                .isEmpty();
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).singleElement().satisfies(decision -> {
            assertThat(decision.pod().name()).isEqualTo("ns/web-a");
            assertThat(decision.target()).isEqualTo("c");
            assertThat(decision.cause()).isEqualTo(MoveCause.REWARD);
            assertThat(decision.why()).isEqualTo("in quarantine");
        });
    }

    @Test
    void functionsLeaveNodesOfWhichNobodyKnowsTheEnergy() throws Exception {
        TestFleet fleet = new TestFleet()
                .unread("a")
                .unread("b")
                .unread("c")
                .pod("web-a", "a")
                .pod("web-b", "b")
                .pod("api-a", "a")
                .pod("api-b", "b");
        quarantined("web-a", "a", "c");
        quarantined("api-a", "a", "c");
        state = planning.look(state, fleet.cluster()).next();
        assertThat(rounds(fleet, Policy.ZONES, 5).moves())
                .extracting(decision -> decision.pod().name())
                .containsExactlyInAnyOrder("ns/api-a", "ns/web-a");
    }

    /** Pods that are no functions may serve any purpose. */
    @Test
    void podsThatAreNoFunctionsStay() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        quarantined("cart-a", "a", "c");
        assertThat(rounds(fleet, Policy.ZONES, 8).moves()).isEmpty();
        assertThat(asked).isEmpty();
    }

    /** Two moves off one node at once are the most. */
    @Test
    void brokenDelaysComeFirst() throws Exception {
        TestFleet fleet = threeStrong()
                .pod("web-a", "a")
                .pod("web-b", "b")
                .pod("cam-a", "a", true, "db")
                .pod("cam-b", "b")
                .pod("eye-a", "a", true, "db")
                .pod("eye-b", "b");
        quarantined("web-a", "a", "c");
        violated("cam-a", "a", 1.2, null, "c");
        violated("eye-a", "a", 1.3, null, "c");
        MovePlan plan = rounds(fleet, Policy.ZONES, 6);
        assertThat(plan.moves()).extracting(MoveDecision::cause).containsExactly(MoveCause.DELAY, MoveCause.DELAY);
        assertThat(plan.refusals()).singleElement().satisfies(refused -> {
            assertThat(refused.pod().name()).isEqualTo("ns/web-a");
            assertThat(refused.refusal().reason()).isEqualTo(Reason.NODE_RATE);
        });
    }

    /** Two at once are on their way to a node at most. */
    @Test
    void podsOfPowerlessNodesComeBeforeThoseInQuarantine() throws Exception {
        TestFleet fleet = new TestFleet()
                .node("a", EnergyLevel.WELL_POWERED, 90)
                .node("b", EnergyLevel.POWERLESS, 5)
                .node("c", EnergyLevel.WELL_POWERED, 80)
                .small("cam-a", "a")
                .small("cam-c", "c")
                .small("fibo-b", "b")
                .small("fibo-c", "c")
                .small("fact-b", "b")
                .small("fact-c", "c");
        free = "c";
        quarantined("cam-a", "a", "c");
        MovePlan plan = rounds(fleet, Policy.GREEDY, 6);
        assertThat(plan.moves())
                .extracting(decision -> decision.pod().name())
                .containsExactly("ns/fact-b", "ns/fibo-b");
        assertThat(plan.refusals()).singleElement().satisfies(refused -> {
            assertThat(refused.pod().name()).isEqualTo("ns/cam-a");
            assertThat(refused.refusal().reason()).isEqualTo(Reason.TARGET_BUSY);
        });
    }

    @Test
    void manyInQuarantineLeaveBrokenDelaysTheirQuestions() throws Exception {
        TestFleet fleet = threeStrong();
        for (int pod = 0; pod < 250; pod++) {
            String name = "w%03d-a".formatted(pod);
            fleet.pod(name, "a");
            quarantined(name, "a", null);
        }
        for (int pod = 0; pod < 30; pod++) {
            fleet.pod("cam%02d-a".formatted(pod), "a", true, "db");
        }
        rounds(fleet, Policy.ZONES, 1);
        for (int pod = 0; pod < 30; pod++) {
            violated("cam%02d-a".formatted(pod), "a", 1.5, null, null);
        }
        for (int round = 0; round < 3; round++) {
            asked.clear();
            rounds(fleet, Policy.ZONES, 1);
            assertThat(asked.get(0)).hasSize(200);
            assertThat(asked.get(0).stream().filter(each -> each.pod().name().startsWith("cam")))
                    .hasSize(30);
        }
    }

    /** The list is a round old. */
    @Test
    void whatTheSchedulerWouldPlaceThereAgainStays() throws Exception {
        TestFleet fleet = threeStrong().pod("web-a", "a").pod("web-b", "b");
        quarantined("web-a", "a", "c");
        rounds(fleet, Policy.ZONES, 5);
        scripted.put("ns/web-a", new Placement("ns/web-a", "c", "fits", "ns/offload", null));
        MovePlan plan = rounds(fleet, Policy.ZONES, 1);
        assertThat(plan.moves()).isEmpty();
        assertThat(plan.refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(
                        new MoveRefusal(Reason.STALE_READING, "the scheduler would place it where it runs again"));
    }

    /** The reason is the scheduler's own. */
    @Test
    void whatElseTheSchedulerSaysIsTheReasonToStay() throws Exception {
        TestFleet fleet = threeStrong().pod("web-a", "a").pod("web-b", "b");
        quarantined("web-a", "a", "c");
        rounds(fleet, Policy.ZONES, 5);
        Present cordoned = new Present("a", "NodeUnschedulable", "node(s) were unschedulable");
        scripted.put("ns/web-a", new Placement("ns/web-a", "c", "fits", "ns/offload", cordoned));
        assertThat(rounds(fleet, Policy.ZONES, 1).refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(new MoveRefusal(
                        Reason.STALE_READING,
                        "the scheduler now rejects its node for another reason: node(s) were unschedulable"));
    }

    @Test
    void aPodThatIsNotPlacedAnywhereHasTheSchedulersWords() throws Exception {
        TestFleet fleet = threeStrong().pod("web-a", "a").pod("web-b", "b");
        quarantined("web-a", "a", "c");
        rounds(fleet, Policy.ZONES, 5);
        scripted.put("ns/web-a", new Placement("ns/web-a", null, "it is gone", null, null));
        assertThat(rounds(fleet, Policy.ZONES, 1).refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(
                        new MoveRefusal(Reason.TARGET_REFUSED, "the scheduler would not place it there: it is gone"));
    }

    /** Three pods would leave the same node. */
    @Test
    void theEnergyOfNodesThatHaveSomeComesLast() throws Exception {
        TestFleet fleet = new TestFleet()
                .node("a", EnergyLevel.LOW_POWERED, 20)
                .node("b", EnergyLevel.WELL_POWERED, 90)
                .node("c", EnergyLevel.WELL_POWERED, 80)
                .small("fibo-a", "a")
                .small("fibo-b", "b")
                .small("fact-a", "a")
                .small("fact-b", "b")
                .small("web-a", "a")
                .small("web-b", "b");
        for (String pod : List.of("ns/fibo-a", "ns/fact-a")) {
            scripted.put(pod, new Placement(pod, "b", "fits", "ns/offload", null));
        }
        quarantined("web-a", "a", "c");
        assertThat(rounds(fleet, Policy.GREEDY, 6).moves())
                .extracting(MoveDecision::cause)
                .containsExactly(MoveCause.REWARD, MoveCause.ENERGY);
    }

    @Test
    void whatIsNotConfirmedMovesNothing() throws Exception {
        TestFleet fleet = threeStrong().pod("web-a", "a").pod("web-b", "b");
        quarantined("web-a", "a", "c");
        rounds(fleet, Policy.ZONES, 5);
        unlisted = true;
        rounds(fleet, Policy.ZONES, 1);
        MovePlan unconfirmed = rounds(fleet, Policy.ZONES, 1);
        assertThat(unconfirmed.refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(
                        new MoveRefusal(
                                Reason.STALE_READING,
                                "whether its node is still in quarantine for its type is not known: scheduler-service answers 503"));
    }

    @Test
    void whereTheQuarantineIsOverItStays() throws Exception {
        TestFleet fleet = threeStrong().pod("web-a", "a").pod("web-b", "b");
        quarantined("web-a", "a", "c");
        rounds(fleet, Policy.ZONES, 4);
        violations.clear();
        assertThat(rounds(fleet, Policy.ZONES, 4).moves()).isEmpty();
    }
}
