package dev.edgewise.offloader.rounds.negotiation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.LIST;

import dev.edgewise.offloader.plan.MoveCause;
import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.MovePlan;
import dev.edgewise.offloader.policies.Policy;
import dev.edgewise.offloader.rounds.TestFleet;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import dev.edgewise.offloader.safety.SafetySettings;
import dev.edgewise.offloader.scheduler.Placement;
import dev.edgewise.offloader.scheduler.Placement.Present;
import dev.edgewise.offloader.scheduler.PlacementQuery;
import dev.edgewise.offloader.scheduler.Violation;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Pods that the scheduler would not place where they run any more. */
class DelayPlanningTest extends PlanningFixture {
    @Test
    void violationsThatLastKeepNobodyFromBeingAskedAbout() throws Exception {
        TestFleet fleet = weakAndStrong();
        for (int pod = 0; pod < 450; pod++) {
            String name = "d%03d-a".formatted(pod);
            fleet.pod(name, "a", true, "cam");
            violated(name, "a", 2.0, null, null);
        }
        rounds(fleet, Policy.FAASHOUSE, 3);
        assertThat(asked.stream()
                        .flatMap(List::stream)
                        .filter(query -> !query.leaves())
                        .map(query -> query.pod().key())
                        .distinct())
                .hasSize(450);
        assertThat(asked).allMatch(question -> question.size() <= 200);
    }

    @Test
    void delaysThatCannotBeAskedAboutHoldNoMoveAndThatIsSaid() throws Exception {
        TestFleet fleet = weakAndStrong().pod("cam-a", "b", true, "cam").pod("cam-b", "b");
        rounds(fleet, Policy.ZONES, 4);
        assertThat(state.violations().trouble()).isEmpty();
        unlisted = true;
        assertThat(rounds(fleet, Policy.ZONES, 1).moves())
                .extracting(decision -> decision.pod().name())
                .containsExactly("ns/fibo-a");
        assertThat(state.violations().trouble())
                .contains("which delay needs are broken: scheduler-service answers 503;"
                        + " which pods are in quarantine: scheduler-service answers 503");
        unlisted = false;
        violated("cam-a", "b", 1.5, null, "a");
        slow = "ns/cam-a";
        rounds(fleet, Policy.GREEDY, 1);
        assertThat(state.violations().trouble()).contains("which delay needs are broken: it takes too long");
        slow = "";
        rounds(fleet, Policy.GREEDY, 1);
        assertThat(state.violations().trouble()).isEmpty();
    }

    @Test
    void aPodThatTakesTooLongKeepsNoOtherFromMoving() throws Exception {
        TestFleet fleet = threeStrong()
                .other("bad-a", "a")
                .other("bad-b", "b")
                .other("cart-a", "a")
                .other("cart-b", "b");
        violated("bad-a", "a", 2.0, null, "c");
        violated("cart-a", "a", 1.5, null, "c");
        slow = "ns/bad-a";
        MovePlan plan = rounds(fleet, Policy.ZONES, 6);
        assertThat(plan.moves()).extracting(decision -> decision.pod().name()).containsExactly("ns/cart-a");
        assertThat(plan.decisions())
                .filteredOn(decision -> decision.pod().name().equals("ns/bad-a"))
                .extracting(MoveDecision::why)
                .containsExactly("9 ms to cam: the scheduler has not said where else it would place it");
        assertThat(state.violations().trouble()).contains("which delay needs are broken: it takes too long");
    }

    /** The scheduler answers about one pod of three before its timeout. */
    @Test
    void podsThatTheTimeoutLeftAreAskedAboutFirst() throws Exception {
        TestFleet fleet = threeStrong();
        for (String pod : List.of("x", "y", "z")) {
            fleet.other(pod + "-a", "a").other(pod + "-b", "b");
            violated(pod + "-a", "a", 1.5, null, "c");
        }
        answeredInTime = 1;
        Set<String> first = new HashSet<>();
        for (int round = 0; round < 3; round++) {
            rounds(fleet, Policy.ZONES, 1);
            first.add(asked.get(round).get(0).pod().key());
        }
        assertThat(first).containsExactlyInAnyOrder("ns/x-a", "ns/y-a", "ns/z-a");
        assertThat(state.violations().trouble())
                .contains("which delay needs are broken: the scheduler has not answered about some pods");
    }

    @Test
    void whatIsNotConfirmedMovesNothingAndIsForgottenAfterThreeRounds() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        violated("cart-a", "a", 1.5, "c", "c");
        rounds(fleet, Policy.ZONES, 5);
        unlisted = true;
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).as("listed before").hasSize(1);
        MovePlan unconfirmed = rounds(fleet, Policy.ZONES, 2);
        assertThat(unconfirmed.moves()).isEmpty();
        assertThat(unconfirmed.refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(new MoveRefusal(
                        Reason.STALE_READING,
                        "whether its delay need is still broken is not known: scheduler-service answers 503"));
        unlisted = false;
        rounds(fleet, Policy.ZONES, 1);
        assertThat(rounds(fleet, Policy.ZONES, 1).moves())
                .as("forgotten: the row begins anew")
                .isEmpty();
        assertThat(rounds(fleet, Policy.ZONES, 5).moves()).hasSize(1);
    }

    @Test
    void afterARoundWithoutAPlanWhatWasBrokenIsLookedAtFirst() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        violated("cart-a", "a", 1.5, "c", "c");
        rounds(fleet, Policy.ZONES, 5);
        state = state.afterMiss();
        MovePlan plan = rounds(fleet, Policy.ZONES, 1);
        assertThat(plan.refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(new MoveRefusal(
                        Reason.STALE_READING,
                        "whether its delay need is still broken is not known: there was no plan in the last round"));
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).hasSize(1);
    }

    /** The row also keeps the rules that hold a pod until it leaves. */
    @Test
    void oneLookWithoutAnAnswerLosesNoRow() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        violated("cart-a", "a", 1.5, "c", "c");
        rounds(fleet, Policy.ZONES, 4);
        unlisted = true;
        rounds(fleet, Policy.ZONES, 1);
        assertThat(state.violations().uids()).containsExactly("uid-cart-a");
        unlisted = false;
        rounds(fleet, Policy.ZONES, 1);
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).as("six looks").hasSize(1);
    }

    @Test
    void aPreviewBeginsWithWhatTheRoundLeftAndChangesNothing() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        violated("cart-a", "a", 1.5, "b", null);
        rounds(fleet, Policy.ZONES, 1);
        assertThat(asked).last(LIST).extracting("target").containsExactly("b");
        PlanningState before = state;
        plan(fleet, Policy.ZONES, PlanRunMode.ROUND);
        assertThat(asked).last(LIST).extracting("target").containsOnlyNulls();
        assertThat(state).isSameAs(before);
        plan(fleet, Policy.ZONES, PlanRunMode.ROUND);
        assertThat(asked)
                .as("the same question")
                .last(LIST)
                .extracting("target")
                .containsOnlyNulls();
    }

    /** An older scheduler-service has no list of quarantines. */
    @Test
    void delaysDoNotWaitForAListOfQuarantines() throws Exception {
        TestFleet fleet = threeStrong().pod("fibo-a", "a", true, "cam").pod("fibo-b", "b");
        violated("fibo-a", "a", 1.5, "c", "c");
        away = MoveCause.REWARD;
        assertThat(rounds(fleet, Policy.ZONES, 8).moves()).hasSize(1);
        assertThat(state.violations().trouble())
                .contains("which pods are in quarantine: scheduler-service answers 503");
    }

    @Test
    void delaysThatAreNotListedHoldNothingButDelays() throws Exception {
        TestFleet fleet = threeStrong()
                .pod("fibo-a", "a", true, "cam")
                .pod("fibo-b", "b")
                .pod("web-a", "a")
                .pod("web-b", "b");
        violated("fibo-a", "a", 1.5, "c", "c");
        quarantined("web-a", "a", "c");
        rounds(fleet, Policy.ZONES, 6);
        away = MoveCause.DELAY;
        assertThat(rounds(fleet, Policy.ZONES, 2).moves())
                .extracting(MoveDecision::cause)
                .containsExactly(MoveCause.REWARD);
        assertThat(state.violations().uids()).containsExactlyInAnyOrder("uid-fibo-a", "uid-web-a");
        assertThat(rounds(fleet, Policy.ZONES, 2).moves())
                .as("after three looks")
                .extracting(MoveDecision::cause)
                .containsExactly(MoveCause.REWARD);
        assertThat(state.violations().uids()).containsExactly("uid-web-a");
    }

    @Test
    void noListIsReadForNoPodAndEachPageIsACall() throws Exception {
        TestFleet fleet = threeStrong().pod("fibo-a", "a").pod("fibo-b", "b");
        rounds(fleet, Policy.ZONES, 2);
        assertThat(listed).containsExactly(MoveCause.REWARD, MoveCause.REWARD);
        assertThat(calls).isEqualTo(2);
        listed.clear();
        rounds(fleet.other("cart-a", "a"), Policy.ZONES, 1);
        assertThat(listed).containsExactly(MoveCause.DELAY, MoveCause.REWARD);
        assertThat(calls).isEqualTo(4);
    }

    /** The row of the violation would begin anew, although the node is weak. */
    @Test
    void whatLeavesForItsEnergyDoesNotWaitForAViolation() throws Exception {
        TestFleet fleet = weakAndStrong().pod("fibo-a", "a", true, "cam");
        rounds(fleet, Policy.ZONES, 3);
        violated("fibo-a", "a", 1.5, null, "b");
        rounds(fleet, Policy.ZONES, 1);
        assertThat(rounds(fleet, Policy.ZONES, 1).moves())
                .extracting(MoveDecision::cause)
                .containsExactly(MoveCause.ENERGY);
        assertThat(rounds(fleet, Policy.ZONES, 6).moves())
                .as("once the violation is as sure")
                .extracting(MoveDecision::cause)
                .containsExactly(MoveCause.DELAY);
        away = MoveCause.DELAY;
        assertThat(rounds(fleet, Policy.ZONES, 2).moves())
                .as("while it may be over")
                .extracting(MoveDecision::cause)
                .containsExactly(MoveCause.ENERGY);
    }

    @Test
    void podsThatNeverMoveAreNotAskedAboutAndSayWhy() throws Exception {
        TestFleet fleet = threeStrong().other("many", "bare", "a");
        fleet.table.put(TestFleet.bare("many", "bare", "a"));
        violations.add(new Violation(MoveCause.DELAY, "many/bare", "uid-bare", "a", "far", 1.5, null));
        rounds(fleet, Policy.ZONES, 1);
        assertThat(asked).as("not known before it is in the fleet").hasSize(1);
        MovePlan plan = rounds(fleet, Policy.ZONES, 3);
        assertThat(asked).hasSize(1);
        assertThat(plan.decisions().get(0).refusal().reason()).isEqualTo(Reason.UNFIT);
    }

    @Test
    void whatReferredToAMovedWorkloadWaitsForItsWindow() throws Exception {
        TestFleet fleet = threeStrong()
                .pod("cart-a", "a", true, "shop")
                .pod("cart-b", "b")
                .pod("shop-b", "b");
        violated("cart-a", "a", 3.0, null, "c");
        rounds(fleet, Policy.ZONES, 5);
        gate.begin(
                fleet.input().fleet().pods().stream()
                        .filter(pod -> pod.name().equals("ns/shop-b"))
                        .findFirst()
                        .orElseThrow(),
                "a",
                now);
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).isEmpty();
        now += SafetySettings.DEFAULT.workloadWindow().toNanos();
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).hasSize(1);
    }

    /** Both are to move, and {@code cart} must be near to {@code shop}. */
    @Test
    void whatAPodRefersToMovesBeforeIt() throws Exception {
        TestFleet fleet = threeStrong()
                .pod("cart-a", "a", true, "shop")
                .pod("cart-b", "b")
                .pod("shop-a", "a", true, "cam")
                .pod("shop-b", "b");
        violated("cart-a", "a", 3.0, null, "c");
        violated("shop-a", "a", 1.5, null, "b");
        MovePlan plan = rounds(fleet, Policy.ZONES, 6);
        assertThat(plan.moves()).extracting(decision -> decision.pod().name()).containsExactly("ns/shop-a");
        assertThat(plan.refusals())
                .extracting(MoveDecision::refusal)
                .containsExactly(new MoveRefusal(
                        Reason.REFERENCE_MOVES,
                        "a pod of shop, or one that must be near to it, moves or has just moved"));

        violations.remove(1);
        TestFleet moved = threeStrong()
                .pod("cart-a", "a", true, "shop")
                .pod("cart-b", "b")
                .pod("shop-c", "b")
                .pod("shop-b", "b");
        assertThat(rounds(moved, Policy.ZONES, 1).moves())
                .extracting(decision -> decision.pod().name())
                .containsExactly("ns/cart-a");
    }

    @Test
    void twoThatReferToEachOtherDoNotWaitForEachOther() throws Exception {
        TestFleet fleet = threeStrong()
                .pod("cart-a", "a", true, "shop")
                .pod("cart-b", "b")
                .pod("shop-a", "a", true, "cart")
                .pod("shop-b", "b");
        violated("cart-a", "a", 3.0, null, "c");
        violated("shop-a", "a", 1.5, null, "c");
        assertThat(rounds(fleet, Policy.ZONES, 6).moves())
                .extracting(decision -> decision.pod().name())
                .containsExactly("ns/cart-a");
    }

    @Test
    void withoutPodsThatNeedDelaysNothingIsListed() throws Exception {
        unlisted = true;
        rounds(weakAndStrong(), Policy.ZONES, 1);
        assertThat(asked).isEmpty();
    }

    @Test
    void aPodThatIsNotReadyOrThatIsElsewhereByNowIsNotAskedAbout() throws Exception {
        violated("cam-a", "b", 1.5, null, "a");
        rounds(weakAndStrong().pod("cam-a", "b", false, "cam"), Policy.ZONES, 1);
        rounds(weakAndStrong().pod("cam-a", "a", true, "cam"), Policy.ZONES, 1);
        assertThat(asked).isEmpty();
    }

    @Test
    void aPodWhoseDelayNeedIsBrokenMovesToWhereTheSchedulerSays() throws Exception {
        TestFleet fleet = threeStrong().pod("fibo-a", "a", true, "cam").pod("fibo-b", "b");
        violated("fibo-a", "a", 1.5, null, "b");
        assertThat(rounds(fleet, Policy.ZONES, 5).moves())
                .as("four plans in a row wanted it")
                .isEmpty();
        MovePlan plan = rounds(fleet, Policy.ZONES, 1);
        assertThat(asked.get(0))
                .containsExactly(PlacementQuery.present(fleet.cluster().pods().get(0)));
        assertThat(plan.moves())
                .singleElement()
                .extracting(MoveDecision::target, MoveDecision::why, MoveDecision::cause)
                .containsExactly("b", "9 ms to cam", MoveCause.DELAY);

        scripted.put("ns/fibo-a", new Placement("ns/fibo-a", "b", "fits", null, null));
        rounds(fleet, Policy.ZONES, 7);
        assertThat(rounds(fleet, Policy.ZONES, 1).decisions().get(0).target())
                .as("the need is met by now")
                .isNull();
        scripted.put(
                "ns/fibo-a", new Placement("ns/fibo-a", "b", "fits", null, new Present("a", "TaintToleration", "x")));
        rounds(fleet, Policy.ZONES, 7);
        assertThat(rounds(fleet, Policy.ZONES, 1).decisions().get(0).target())
                .as("what else speaks against its node is no cause")
                .isNull();
    }

    @Test
    void aNeedThatIsMetForOneRoundBeginsTheRowAnew() throws Exception {
        TestFleet fleet = threeStrong().pod("fibo-a", "a", true, "cam").pod("fibo-b", "b");
        violated("fibo-a", "a", 1.5, null, "b");
        rounds(fleet, Policy.ZONES, 4);
        Violation gone = violations.remove(0);
        rounds(fleet, Policy.ZONES, 1);
        violations.add(gone);
        assertThat(rounds(fleet, Policy.ZONES, 5).moves()).isEmpty();
        assertThat(rounds(fleet, Policy.ZONES, 1).moves()).hasSize(1);
    }

    @Test
    void backupsAreTriedFirst() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        violated("cart-a", "a", 1.5, "c", "c");
        MovePlan plan = rounds(fleet, Policy.ZONES, 6);
        assertThat(asked.get(0))
                .containsExactly(PlacementQuery.move(fleet.cluster().pods().get(0), "c"));
        assertThat(asked).as("nowhere else").allMatch(question -> question.get(0)
                .leaves());
        assertThat(plan.moves())
                .singleElement()
                .extracting(MoveDecision::target, MoveDecision::cause)
                .containsExactly("c", MoveCause.DELAY);
    }

    @Test
    void aPodThatItsBackupWouldNotTakeGoesWhereTheSchedulerSays() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        violated("cart-a", "a", 1.5, "c", "b");
        rounds(fleet, Policy.ZONES, 3);
        assertThat(asked)
                .as("in turn")
                .containsExactly(
                        List.of(PlacementQuery.move(fleet.cluster().pods().get(0), "c")),
                        List.of(PlacementQuery.present(fleet.cluster().pods().get(0))),
                        List.of(PlacementQuery.move(fleet.cluster().pods().get(0), "c")));
        assertThat(rounds(fleet, Policy.ZONES, 4).moves())
                .extracting(MoveDecision::target)
                .containsExactly("b");
    }

    /** Two leave a node in a minute. */
    @Test
    void theWorstMoveFirst() throws Exception {
        TestFleet fleet = threeStrong();
        for (String name : List.of("p1", "p2", "p3", "p4")) {
            fleet.other(name + "-a", "a").other(name + "-b", "b");
        }
        violated("p4-a", "a", null, null, "b");
        violated("p2-a", "a", 3.5, null, "c");
        violated("p3-a", "a", 1.2, null, "b");
        violated("p1-a", "a", 1.1, null, "c");
        assertThat(rounds(fleet, Policy.ZONES, 6).moves())
                .extracting(decision -> decision.pod().name())
                .containsExactlyInAnyOrder("ns/p2-a", "ns/p4-a");
    }

    /** Room that is kept for one replica could be taken by the other. */
    @Test
    void ofAWorkloadOneIsAskedAboutInARound() throws Exception {
        TestFleet fleet = threeStrong().other("cart-a", "a").other("cart-b", "b");
        violated("cart-a", "a", 1.5, "c", "c");
        violated("cart-b", "b", 1.5, "c", "c");
        rounds(fleet, Policy.ZONES, 2);
        assertThat(asked)
                .containsExactly(
                        List.of(PlacementQuery.move(fleet.cluster().pods().get(0), "c")),
                        List.of(PlacementQuery.move(fleet.cluster().pods().get(1), "c")));
    }

    @Test
    void aNamespaceWithManyViolationsKeepsNoOtherFromBeingAskedAbout() throws Exception {
        TestFleet fleet = threeStrong();
        for (int pod = 0; pod < 400; pod++) {
            fleet.other("many", "m" + pod, "a");
            violations.add(new Violation(MoveCause.DELAY, "many/m" + pod, "uid-m" + pod, "a", "silent", null, null));
        }
        fleet.other("few", "f", "a");
        violations.add(new Violation(MoveCause.DELAY, "few/f", "uid-f", "a", "9 ms to cam", 1.5, null));
        rounds(fleet, Policy.ZONES, 1);
        assertThat(asked.get(0))
                .hasSize(200)
                .extracting(query -> query.pod().key())
                .startsWith("many/m0", "few/f", "many/m1");
    }

    /** The answer for pods of one namespace says nothing about another's. */
    @Test
    void ofEachNamespaceOneIsAskedAboutForABackup() throws Exception {
        TestFleet fleet =
                threeStrong().other("many", "m1", "a").other("many", "m2", "a").other("few", "f", "a");
        for (String pod : List.of("many/m1", "many/m2", "few/f")) {
            violations.add(new Violation(
                    MoveCause.DELAY, pod, "uid-" + pod.substring(pod.indexOf('/') + 1), "a", "far", 1.5, "c"));
        }
        rounds(fleet, Policy.ZONES, 1);
        assertThat(asked.get(0)).extracting(query -> query.pod().key()).containsExactly("many/m1", "few/f");
    }

    @Test
    void noPolicyMovesWhatIsNoFunction() throws Exception {
        TestFleet fleet = weakAndStrong().other("cart-a", "a").other("cart-b", "a");
        violated("cart-b", "a", 1.5, null, null);
        for (Policy policy : List.of(Policy.ZONES, Policy.GREEDY, Policy.FAASHOUSE, Policy.EDGEWISE)) {
            MovePlan plan = rounds(fleet, policy, 6);
            assertThat(plan.decisions())
                    .extracting(decision -> decision.pod().name())
                    .containsOnly("ns/fibo-a", "ns/fibo-b", "ns/cart-b");
            assertThat(plan.decisions().get(2))
                    .extracting(MoveDecision::target, MoveDecision::refusal, MoveDecision::why)
                    .containsExactly(null, null, "9 ms to cam: no other node is known to be suitable");
        }
    }
}
