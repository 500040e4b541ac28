package dev.edgewise.scheduler.cycle;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.cycle.PreemptionWriter.Eviction;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.QueueCounts;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestNodes;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SchedulingCycleTest {
    private static final QueueCounts EMPTY = new QueueCounts(0, 0, 0, 0);

    private final Scenario scenario = new Scenario(BuiltInProfiles.stock(), 7);

    @Test
    void bindsWhatFitsAndTellsWhyTheRestDoesNot() {
        scenario.nodes(node("n1").cpu("1"))
                .pods(pod("a").cpu("700m").priority(1), pod("b").cpu("700m"))
                .run();

        assertThat(scenario.nodeOf("a")).isEqualTo("n1");
        assertThat(scenario.nodeOf("b")).isNull();
        assertThat(scenario.recorded.unschedulable.get("b"))
                .isEqualTo("0/1 nodes are available: 1 Insufficient cpu. preemption: 0/1 nodes are available:"
                        + " 1 No preemption victims found for incoming pod.");
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);
        assertThat(scenario.recorded.decisions).hasSize(2);
    }

    @Test
    void roomThatIsFreedWakesWhoWaitsForIt() {
        scenario.nodes(node("n1").cpu("1"))
                .pods(pod("old").cpu("700m").runningOn("n1"))
                .pods(pod("new").cpu("700m"))
                .run()
                .runAfter(Duration.ofMinutes(1));
        assertThat(scenario.nodeOf("new")).isNull();

        scenario.gone("old").run();
        assertThat(scenario.nodeOf("new")).isEqualTo("n1");
    }

    @Test
    void aHeartbeatWakesNobody() {
        scenario.nodes(node("n1").cpu("1")).pods(pod("big").cpu("2")).run();
        scenario.pass(Duration.ofMinutes(1));

        scenario.nodes(node("n1").cpu("1"));
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(1);
        scenario.nodes(node("n1").cpu("2")).run();
        assertThat(scenario.nodeOf("big")).isEqualTo("n1");
    }

    @Test
    void aLabelOfANodeWakesNobodyWhoWaitsForItsProcessor() {
        scenario.nodes(node("n1").cpu("1").label("energy-status", "vulnerable"))
                .pods(pod("big").cpu("2"), pod("ssd").nodeSelector("disk", "ssd"))
                .run()
                .pass(Duration.ofMinutes(1));
        assertThat(scenario.queue.counts().unschedulable()).isEqualTo(2);

        scenario.nodes(node("n1").cpu("1").label("energy-status", "low-powered"));
        assertThat(scenario.queue.counts().unschedulable()).as("but ssd").isEqualTo(1);
        scenario.nodes(node("n1").cpu("1").label("disk", "ssd")).run();
        assertThat(scenario.nodeOf("ssd")).isEqualTo("n1");
        assertThat(scenario.nodeOf("big")).isNull();
        scenario.nodes(node("n1").cpu("4")).run();
        assertThat(scenario.nodeOf("big")).isEqualTo("n1");
    }

    @Test
    void aFailedBindGivesTheRoomBackAndIsTriedAgain() {
        scenario.recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "the API server did not answer"));
        scenario.nodes(node("n1")).pods(pod("a").cpu("1")).run();

        assertThat(scenario.recorded.failures).containsExactly("a: the API server did not answer");
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(scenario.queue.counts().backoff()).isEqualTo(1);
        scenario.runAfter(Duration.ofSeconds(1));
        assertThat(scenario.nodeOf("a")).isEqualTo("n1");
    }

    @Test
    void withoutAMandateNothingIsChangedAndNothingToldAndThePodWaits() {
        scenario.recorded.gate = false;
        scenario.nodes(node("n1").cpu("1"))
                .pods(pod("low").cpu("1").runningOn("n1"))
                .pods(pod("high").cpu("1").priority(1))
                .run();
        scenario.nodes(node("n2").cpu("1")).run();

        assertThat(scenario.recorded.bound).isEmpty();
        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.recorded.failures).isEmpty();
        assertThat(scenario.state.snapshot().node("n2").pods()).isEmpty();
        scenario.recorded.gate = true;
        scenario.runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("high")).isEqualTo("n2");
    }

    @Test
    void aPodThatAnotherPlacedIsNoticed() {
        scenario.nodes(node("n1").cpu("4"), node("n2").cpu("4"));
        scenario.pods(pod("ours"), pod("too")).run().confirm();
        scenario.pods(pod("elsewhere").scheduler("other"), pod("stolen"));
        assertThat(scenario.foreign).isEmpty();

        scenario.pods(
                pod("elsewhere").scheduler("other").on("n1"),
                pod("stolen").on("n1"),
                pod("manual").on("n1"));
        assertThat(scenario.foreign).containsExactly("stolen");
        assertThat(scenario.queue.counts()).isEqualTo(EMPTY);
    }

    @Test
    void aPodThatAnotherPlacedElsewhereMeanwhileIsNoticed() {
        scenario.nodes(node("n1")).pods(pod("a")).run();
        assertThat(scenario.nodeOf("a")).isEqualTo("n1");

        scenario.nodes(node("n2")).pods(pod("a").on("n2"));
        assertThat(scenario.foreign).containsExactly("a");
        assertThat(scenario.state.snapshot().node("n1").pods()).isEmpty();
        assertThat(scenario.state.snapshot().node("n2").pods()).hasSize(1);
    }

    @Test
    void aBindingWithoutAnswerThatArrivesLateIsNoRivals() {
        failUnanswered("a", "b");
        scenario.nodes(node("n2")).pass(Duration.ofMinutes(4)).pods(pod("a").on("n1"), pod("b").on("n2"));
        assertThat(scenario.foreign).containsExactly("b");
        assertThat(scenario.recorded.announced).containsExactly("a");
    }

    @Test
    void aBindingThatIsAnsweredAtTheSecondAttemptIsAnnouncedOnce() {
        failUnanswered("a");
        scenario.runAfter(Duration.ofSeconds(1)).confirm().pods(pod("a").on("n1"));
        assertThat(scenario.recorded.announced).containsExactly("a");
        assertThat(scenario.foreign).isEmpty();
    }

    @Test
    void itIsOursAlsoWhileThePodIsBeingBoundToAnotherNode() {
        failUnanswered("a");
        scenario.nodes(node("n2"), node("n1").cordoned()).runAfter(Duration.ofSeconds(1));
        assertThat(scenario.nodeOf("a")).isEqualTo("n2");

        scenario.pods(pod("a").on("n1"));
        assertThat(scenario.foreign).isEmpty();
    }

    @Test
    void aBindingThatIsFoundAtTheSecondAttemptIsAnnouncedWhenItIsSeen() {
        failUnanswered("a");
        scenario.recorded.failNextBind(new BindException(Cause.OBSOLETE, "the pod is bound to n1 by this scheduler"));
        scenario.nodes(node("n2"), node("n1").cordoned()).runAfter(Duration.ofSeconds(1));
        assertThat(scenario.recorded.announced).isEmpty();

        scenario.pods(pod("a").on("n1"));
        assertThat(scenario.recorded.announced).containsExactly("a");
    }

    @Test
    void whatArrivesAfterManyMinutesWasSentByAnother() {
        failUnanswered("a");
        scenario.pass(Duration.ofMinutes(6)).pods(pod("a").on("n1"));
        assertThat(scenario.foreign).containsExactly("a");
    }

    @Test
    void aBindingThatWasRefusedArrivesNoMore() {
        scenario.recorded.failNextBind(new BindException(Cause.REFUSED, "the node is gone"));
        scenario.nodes(node("n1")).pods(pod("a")).run().pods(pod("a").on("n1"));
        assertThat(scenario.foreign).containsExactly("a");
    }

    private void failUnanswered(String... pods) {
        scenario.nodes(node("n1"));
        for (String pod : pods) {
            scenario.recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "timeout; the pod is not bound"));
            scenario.pods(pod(pod)).run();
        }
        assertThat(scenario.recorded.bound).isEmpty();
    }

    @Test
    void nothingThatATenantWritesMakesAPodLookBoundByAnother() {
        scenario.nodes(node("n1")).pods(pod("ours")).run().confirm();
        for (String name : new String[] {"0", "edgewise/edgewise-scheduler", ""}) {
            scenario.pods(
                    pod("ours").on("n1"),
                    pod("ours").on("n1").annotation(Names.BOUND_BY_ANNOTATION, name),
                    pod("created-on-a-node").on("n1"),
                    pod("created-on-a-node").on("n1").annotation(Names.BOUND_BY_ANNOTATION, name));
        }
        assertThat(scenario.foreign).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"PT-1H", "PT1H"})
    void aWallClockThatIsSetDelaysNothing(Duration step) {
        scenario.recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "503"));
        scenario.nodes(node("n1").cpu("1")).pods(pod("failed").cpu("500m")).run();
        scenario.pods(pod("big").cpu("2")).run();
        scenario.clock.advance(step);

        scenario.runAfter(Duration.ofSeconds(1));
        assertThat(scenario.nodeOf("failed")).isEqualTo("n1");
        scenario.nodes(node("n2").cpu("2")).run();
        assertThat(scenario.nodeOf("big")).isEqualTo("n2");
        assertThat(scenario.recorded.waited).allSatisfy(time -> assertThat(time).isEqualTo(Duration.ofSeconds(1)));
    }

    @Test
    void anObsoleteBindIsDropped() {
        scenario.recorded.failNextBind(new BindException(Cause.OBSOLETE, "pod was deleted"));
        scenario.nodes(node("n1")).pods(pod("a")).run();

        assertThat(scenario.queue.counts()).isEqualTo(EMPTY);
        assertThat(scenario.queue.inFlight()).isZero();
        assertThat(scenario.recorded.failures).isEmpty();
    }

    @Test
    void aMistakeCostsOnePodAnAttemptAndNoOtherAnything() {
        scenario.recorded.failNextBind(new IllegalStateException("broken"));
        scenario.nodes(node("n1")).pods(pod("a").priority(1), pod("b")).run();

        assertThat(scenario.nodeOf("b")).isEqualTo("n1");
        assertThat(scenario.recorded.errors).hasSize(1);
        scenario.runAfter(Duration.ofSeconds(1));
        assertThat(scenario.nodeOf("a")).isEqualTo("n1");
    }

    @Test
    void aWatchThatLagsBehindDoesNotBindTwice() {
        scenario.nodes(node("n1")).pods(pod("a")).run();
        scenario.pods(pod("a")).run().confirm().runAfter(Duration.ofMinutes(10));

        assertThat(scenario.recorded.bindings).containsExactly("uid-of-a");
        assertThat(scenario.queue.counts()).isEqualTo(EMPTY);
        assertThat(scenario.state.size().assumed()).isZero();
    }

    @Test
    void podsOfOthersAndLeavingPodsAreLeftAlone() {
        scenario.nodes(node("n1"))
                .pods(
                        pod("theirs").scheduler("default-scheduler"),
                        pod("leaving").terminating())
                .run();

        assertThat(scenario.recorded.bound).isEmpty();
        assertThat(scenario.queue.counts()).isEqualTo(EMPTY);
    }

    @Test
    void aPodOfAGroupWaitsWithAReasonAndNothingIsEvictedForIt() {
        scenario.nodes(node("n1"), node("n2"))
                .pods(pod("low").runningOn("n1"))
                .pods(pod("gang-1").priority(10).grouped())
                .run();

        assertThat(scenario.nodeOf("gang-1")).isNull();
        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.recorded.unschedulable.get("gang-1"))
                .isEqualTo(
                        "0/2 nodes are available: 2 Pods with spec.schedulingGroup are not placed: this scheduler"
                                + " places no groups. preemption: 0/2 nodes are available: 2 Preemption is not helpful for scheduling.");
    }

    @Test
    void evictsALowerPodAndTakesItsPlaceOnceItIsGone() {
        scenario.nodes(node("n1").cpu("1"))
                .pods(pod("low").cpu("700m").runningOn("n1"))
                .pods(pod("high").cpu("700m").priority(10))
                .run();
        assertThat(scenario.recorded.evicted).containsExactly("low");
        assertThat(scenario.recorded.nominated).containsEntry("high", "n1");

        // The capacity is promised: a later pod of lower priority may not slip in.
        scenario.pods(pod("sneaky").cpu("700m").priority(5)).gone("low").run();
        assertThat(scenario.nodeOf("sneaky")).isNull();
        assertThat(scenario.nodeOf("high"))
                .as("it does not rest, as its room is free")
                .isEqualTo("n1");
    }

    @Test
    void aPreemptorGoesOnWhenTheLastOfItsVictimsHasGone() {
        scenario.nodes(node("n1").cpu("1"))
                .pods(
                        pod("low1").cpu("500m").runningOn("n1"),
                        pod("low2").cpu("500m").runningOn("n1"))
                .pods(pod("high").cpu("1").priority(10))
                .run();
        assertThat(scenario.recorded.evicted).containsExactlyInAnyOrder("low1", "low2");

        scenario.gone("low2").run();
        assertThat(scenario.queue.counts().active()).isZero();
        assertThat(scenario.nodeOf("high")).isNull();
        scenario.gone("low1").run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n1");
    }

    @Test
    void aPreemptorWhoseVictimsWentBeforeItWasReleasedGoesOn() {
        startPreemption();
        Eviction eviction = scenario.recorded.evictions.remove();
        scenario.gone("low").run();
        assertThat(scenario.nodeOf("high")).isNull();

        eviction.ended().accept(true);
        scenario.run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n1");
    }

    @Test
    void aPodThatLeavesForAnotherReasonDoesNotKeepThePreemptorFromLookingElsewhere() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"))
                .pods(pod("slow").cpu("700m").runningOn("n1").terminating())
                .pods(pod("low").cpu("700m").runningOn("n2"))
                .pods(pod("high").cpu("700m").priority(10).nominatedTo("n1"))
                .run();
        assertThat(scenario.recorded.evicted).hasSize(1);
    }

    @Test
    void aPodIsNotTriedWhileItsPreemptionIsUnderWay() {
        startPreemption();
        scenario.nodes(node("n2").cpu("1")).runAfter(Duration.ofMinutes(1));
        assertThat(scenario.nodeOf("high")).isNull();

        scenario.recorded.carryOut(scenario.recorded.evictions.remove(), true);
        scenario.run();
        assertThat(scenario.nodeOf("high")).isEqualTo("n2");
    }

    @Test
    void aPreemptionThatFailsHoldsNoRoomAndIsTriedAgainAfterABackoff() {
        startPreemption();
        scenario.recorded.carryOut(scenario.recorded.evictions.remove(), false);
        assertThat(scenario.state.snapshot().nominatedTo("n1")).isEmpty();

        scenario.runAfter(Duration.ofMillis(999));
        assertThat(scenario.recorded.evictions)
                .as("nor is the deciding thread kept busy")
                .isEmpty();
        scenario.runAfter(Duration.ofMillis(1));
        assertThat(scenario.recorded.evictions).hasSize(1);
        scenario.recorded.carryOut(scenario.recorded.evictions.remove(), true);
        assertThat(scenario.recorded.evicted).containsExactly("low");
    }

    @Test
    void nobodyIsEvictedForAPodThatIsBoundOrGoneOrByAReplicaThatLeadsNoMore() {
        startPreemption();
        Eviction eviction = scenario.recorded.evictions.remove();
        assertThat(eviction.wanted().getAsBoolean()).isTrue();
        scenario.recorded.gate = false;
        assertThat(eviction.wanted().getAsBoolean()).isFalse();
        scenario.recorded.gate = true;
        scenario.pods(pod("high").cpu("700m").priority(10).on("n9"));
        assertThat(eviction.wanted().getAsBoolean()).isFalse();
        scenario.gone("high");
        assertThat(eviction.wanted().getAsBoolean()).isFalse();

        scenario.recorded.carryOut(eviction, true);
        assertThat(scenario.recorded.evicted).isEmpty();
        assertThat(scenario.queue.counts()).isEqualTo(EMPTY);
    }

    @Test
    void whatTheApiServerRefusesToEvictIsNotSelectedAgainForMinutes() {
        startPreemption();
        scenario.pods(pod("low2").cpu("700m").priority(5).runningOn("n2"))
                .nodes(node("n2").cpu("1"));
        scenario.recorded.refuse(scenario.recorded.evictions.remove());

        scenario.runAfter(Duration.ofSeconds(1));
        assertThat(scenario.recorded.evictions).singleElement().satisfies(eviction -> assertThat(eviction.victims())
                .extracting(victim -> victim.key().name())
                .as("though low is less important")
                .containsExactly("low2"));
        scenario.recorded.refuse(scenario.recorded.evictions.remove());
        scenario.runAfter(Duration.ofSeconds(2));
        assertThat(scenario.recorded.evictions).isEmpty();

        scenario.runAfter(Duration.ofMinutes(5));
        assertThat(scenario.recorded.evictions)
                .as("the policy may be another by now")
                .hasSize(1);
    }

    @Test
    void thePreemptionThatFailsWakesThoseAloneThatItsNominationKeptFromTheRoom() {
        scenario.nodes(node("n1").cpu("1"))
                .pods(pod("full").cpu("100m").priority(100).runningOn("n1"));
        scenario.pods(pod("waits").cpu("1").priority(5)).run().pass(Duration.ofMinutes(1));
        startPreemption();
        scenario.recorded.carryOut(scenario.recorded.evictions.remove(), false);
        assertThat(scenario.queue.counts().unschedulable()).as("waits").isEqualTo(1);

        scenario.runAfter(Duration.ofSeconds(1));
        scenario.gone("low").pods(pod("kept-out").cpu("700m").priority(5)).run();
        assertThat(scenario.nodeOf("kept-out")).isNull();
        scenario.recorded.carryOut(scenario.recorded.evictions.remove(), false);
        assertThat(scenario.nodeOf("kept-out")).isNull();
        scenario.gone("high").runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("kept-out")).isEqualTo("n1");
    }

    /** The pods of a second scheduler take the capacity, since it does not know of the nomination. */
    @Test
    void aPreemptionThatOthersTakeTheRoomOfWaitsTwiceAsLongEachTime() {
        scenario.nodes(node("n1").cpu("1")).pods(pod("low0").cpu("700m").runningOn("n1"));
        scenario.pods(pod("high").cpu("700m").priority(10)).run();
        assertThat(scenario.recorded.evicted).containsExactly("low0");

        String there = "low0";
        for (int second = 1; second <= 80; second++) {
            if (scenario.recorded.evicted.contains(there)) {
                scenario.gone(there);
                there = "low" + second;
                scenario.pods(pod(there).cpu("700m").runningOn("n1"));
            }
            scenario.runAfter(Duration.ofSeconds(1));
        }
        // At 0 s, and after pauses of 5, 10, 20 and 40 s. Without pauses it were 80.
        assertThat(scenario.recorded.evicted).hasSize(5);
        scenario.gone(there).runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("high")).isEqualTo("n1");
    }

    private void startPreemption() {
        scenario.recorded.holdEvictions = true;
        scenario.nodes(node("n1").cpu("1"))
                .pods(pod("low").cpu("700m").runningOn("n1"))
                .pods(pod("high").cpu("700m").priority(10))
                .run();
        assertThat(scenario.recorded.evictions).hasSize(1);
        assertThat(scenario.state.snapshot().nominatedTo("n1")).hasSize(1);
    }

    @Test
    void roomThatWasPromisedToAPodThatCannotUseItWakesWhoWaitsForIt() {
        promiseRoomThatIsOfNoUse();
        scenario.runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("high")).isNull();
        assertThat(scenario.nodeOf("waits")).isEqualTo("n1");
    }

    @Test
    void roomThatWasPromisedToAPodThatIsPlacedElsewhereWakesWhoWaitsForIt() {
        promiseRoomThatIsOfNoUse(node("n2").cpu("8").label("disk", "ssd"));
        scenario.runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("high")).isEqualTo("n2");
        assertThat(scenario.nodeOf("waits")).isEqualTo("n1");
    }

    /** Promises all of n1 to a pod in backoff; then n1 loses the label that this pod needs. */
    private void promiseRoomThatIsOfNoUse(TestNodes.Builder... better) {
        scenario.recorded.failNextBind(new BindException(Cause.REFUSED, "503"));
        scenario.nodes(node("n1").cpu("8").label("disk", "ssd").label("site", "a"))
                .pods(pod("high")
                        .cpu("8")
                        .priority(100)
                        .nodeSelector("disk", "ssd")
                        .nominatedTo("n1"))
                .run();
        scenario.nodes(node("n1").cpu("8").label("site", "a"))
                .nodes(better)
                .pods(pod("waits").cpu("8").priority(50).nodeSelector("site", "a"))
                .run();
        assertThat(scenario.recorded.unschedulable).containsKey("waits");
        assertThat(scenario.nodeOf("waits")).isNull();
    }

    @Test
    void doesNotEvictMoreWhileVictimsAreOnTheirWayOut() {
        scenario.nodes(node("n1").cpu("1"), node("n2").cpu("1"))
                .pods(
                        pod("low1").cpu("700m").runningOn("n1"),
                        pod("low2").cpu("700m").runningOn("n2"))
                .pods(pod("high").cpu("700m").priority(10))
                .run();
        scenario.queue.wake(ClusterEvent.NODE_ADDED);
        scenario.runAfter(Duration.ofSeconds(1));
        assertThat(scenario.recorded.evicted).hasSize(1);

        String victim = scenario.recorded.evicted.get(0);
        String node = scenario.recorded.nominated.get("high");
        scenario.pods(pod(victim).cpu("700m").runningOn(node).preempted()).runAfter(Duration.ofMinutes(6));
        assertThat(scenario.recorded.evicted).hasSize(1);
        scenario.gone(victim).runAfter(Duration.ofSeconds(10));
        assertThat(scenario.nodeOf("high")).isEqualTo(node);
    }
}
