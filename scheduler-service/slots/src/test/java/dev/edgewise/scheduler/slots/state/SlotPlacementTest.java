package dev.edgewise.scheduler.slots.state;

import static dev.edgewise.scheduler.slots.state.SlotCluster.bound;
import static dev.edgewise.scheduler.slots.state.SlotCluster.run;
import static dev.edgewise.scheduler.slots.state.SlotCluster.slotPod;
import static dev.edgewise.scheduler.slots.state.SlotCluster.testbed;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.simulation.Simulation;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Pods of slots through the real cycle, queue and state: this scheduler binds them. */
class SlotPlacementTest {
    private final SlotCluster cluster = new SlotCluster();

    /** Three nodes of 2000m with a slot of 1000m each; run 3 has slots 0 and 2. */
    private void threeSlots() {
        cluster.scenario.nodes(
                node("n0").cpu("2"), node("n1").cpu("2"), node("n2").cpu("2"));
        cluster.put(testbed(List.of(run(3, 0, 2)), "n0", "n1", "n2"));
    }

    @Test
    void thePodTakesTheLowestFreeOneOfItsSlotsByItsBinding() {
        threeSlots();
        assertThat(cluster.freeOf("n0")).as("2000m - 1000m for slot 0").isEqualTo(1000);

        cluster.scenario.pods(slotPod("a", 3, 2, 0)).run();
        assertThat(cluster.scenario.nodeOf("a")).isEqualTo("n0");
        assertThat(cluster.slotOf("a")).isEqualTo("uid-t/0/3");
        assertThat(cluster.lastMessage("a"))
                .isEqualTo("Successfully assigned default/a to n0 (takes slot 0 of testbed default/t)");
        assertThat(cluster.taker(0)).isEqualTo("a");
        assertThat(cluster.freeOf("n0")).as("2000m - 1000m of the pod").isEqualTo(1000);
        assertThat(cluster.freeOf("n2")).isEqualTo(1000);
    }

    @Test
    void theRoomOfFreeSlotsIsForNoOtherPod() {
        threeSlots();
        cluster.scenario.pods(pod("web").cpu("1100m")).run();
        assertThat(cluster.scenario.nodeOf("web")).isNull();
        assertThat(cluster.lastMessage("web")).contains("3 Insufficient cpu");

        // A smaller pod leaves the rest of the slot's room to others: 2000m - 800m >= 1100m.
        cluster.scenario.pods(slotPod("a", 3, 0).cpu("800m"));
        cluster.scenario.runAfter(Duration.ofSeconds(2)).runAfter(Duration.ofSeconds(10));
        assertThat(cluster.scenario.nodeOf("web")).isEqualTo("n0");
    }

    @Test
    void podsThatAreDecidedInOneMomentTakeDifferentSlotsAndTheNextOneWaits() {
        threeSlots();
        cluster.scenario.pods(
                slotPod("a", 3, 0, 2).createdAfter(1),
                slotPod("b", 3, 0, 2).createdAfter(2),
                slotPod("c", 3, 0, 2).createdAfter(3));
        cluster.scenario.run();
        assertThat(cluster.scenario.nodeOf("a")).isEqualTo("n0");
        assertThat(cluster.scenario.nodeOf("b")).isEqualTo("n2");
        assertThat(cluster.scenario.nodeOf("c")).isNull();
        assertThat(cluster.lastMessage("c"))
                .contains("no free slot among 0,2 of testbed default/t: 0 is taken by pod a, 2 is taken by pod b");

        // A pod that leaves is in its slot until it is gone.
        cluster.scenario.confirm().pods(bound(slotPod("a", 3, 0, 2), "n0", 0, 3).terminating());
        cluster.scenario.runAfter(Duration.ofSeconds(10));
        assertThat(cluster.scenario.nodeOf("c")).isNull();

        cluster.scenario.gone("a").run();
        assertThat(cluster.scenario.nodeOf("c")).isEqualTo("n0");
        assertThat(cluster.slotOf("c")).isEqualTo("uid-t/0/3");
        assertThat(cluster.freeOf("n0")).isEqualTo(1000);
    }

    @Test
    void theNextSlotIsTriedWhereTheLowestCannotBeTaken() {
        cluster.scenario.nodes(
                node("n0").cpu("2").cordoned(), node("n1").cpu("2"), node("n2").cpu("2"));
        cluster.put(testbed(List.of(run(3, 0, 2)), "n0", "n1", "n2"));
        cluster.scenario.pods(slotPod("a", 3, 0, 2)).run();
        assertThat(cluster.slotOf("a")).isEqualTo("uid-t/2/3");

        cluster.scenario.pods(slotPod("b", 3, 0, 2)).run();
        assertThat(cluster.lastMessage("b"))
                .contains("1 node(s) were unschedulable")
                .contains("2 node(s) had no free slot among 0,2 of testbed default/t")
                .contains("(slot 0 of testbed default/t on node n0 not taken: node(s) were unschedulable)");
    }

    @Test
    void aPodOfSlotsGoesNowhereElseHoweverMuchRoomThereIs() {
        threeSlots();
        cluster.scenario.nodes(node("free").cpu("64"));
        cluster.scenario.pods(slotPod("large", 3, 0, 2).cpu("2100m")).run();
        assertThat(cluster.scenario.nodeOf("large")).isNull();
        assertThat(cluster.lastMessage("large"))
                .contains("2 Insufficient cpu")
                .contains("2 node(s) had no free slot among 0,2 of testbed default/t");
    }

    @Test
    void whatTheLedgerDoesNotSayIsRefused() {
        threeSlots();
        assertThat(refusal(slotPod("a", 2, 0, 2))).contains("epoch 2 of testbed default/t is over, now 3");
        assertThat(refusal(slotPod("b", 3, 0, 1)))
                .contains("slots 0,1 of testbed default/t are not those of epoch 3, which are 0,2");
        assertThat(refusal(slotPod("c", 2, 1))).contains("epoch 2 of testbed default/t is over.");
        assertThat(refusal(pod("d").annotation(Names.SLOTS_ANNOTATION, "uid-u/3/0")))
                .contains("annotation edgewise.dev/slots names testbed uid-u:"
                        + " it must be the uid of a testbed in namespace default");
        for (String text :
                List.of("", "uid-t/3", "uid-t/3/", "uid-t/3/-1", "uid-t/x/0", "uid-t/3/0,0", "uid-t/3/0/1")) {
            assertThat(refusal(pod("e").annotation(Names.SLOTS_ANNOTATION, text)))
                    .as(text)
                    .contains("annotation edgewise.dev/slots is " + text
                            + ": it must be <uid of the testbed>/<epoch>/<positions with commas>, such as");
        }
    }

    private String refusal(TestPods.Builder pod) {
        Explanation explanation = new Explainer(SlotCluster.PROFILE, new Random(1))
                .explain(pod.cpu("1").build(), cluster.scenario.state.snapshot());
        assertThat(explanation.node()).isNull();
        return explanation.message();
    }

    /** Annotations are cut to 4,096 characters. */
    @Test
    void whatIsLeftOfAnAnnotationThatWasCutIsRefused() {
        StringBuilder text = new StringBuilder("uid-t/3/10000");
        for (int position = 10_001; text.length() < 4_096; position++) {
            text.append(',').append(position);
        }
        // 13 characters, then 6 for each position: both end with the first two digits of one.
        assertThat(AllowedSlotsAnnotation.read(text.substring(0, 13 + 6 * 600 + 3)))
                .isNotNull();
        assertThat(AllowedSlotsAnnotation.read(text.substring(0, 13 + 6 * 680 + 3)))
                .isNull();
    }

    @Test
    void aPodOfAnotherNamespaceIsRefused() {
        threeSlots();
        assertThat(refusal(slotPod("a", 3, 0).namespace("tenant")))
                .contains("names testbed uid-t: it must be the uid of a testbed in namespace tenant");
    }

    @Test
    void noPodJoinsARunThatEnds() {
        cluster.scenario.nodes(node("n0").cpu("2"));
        cluster.put(testbed(List.of(new SlotRun(3, "wordcount", List.of(0), true)), "n0"));
        assertThat(refusal(slotPod("a", 3, 0)))
                .contains("epoch 3 of testbed default/t ends: job wordcount gets no more pods");
    }

    @Test
    void aPodThatWaitsIsWokenWhenItsRunGetsItsSlots() {
        cluster.scenario.nodes(node("n0").cpu("2"));
        cluster.put(testbed(List.of(), "n0"));
        cluster.scenario.pods(slotPod("a", 3, 0)).run();
        assertThat(cluster.scenario.nodeOf("a")).isNull();
        cluster.scenario.pass(Duration.ofSeconds(2));

        cluster.put(testbed(List.of(run(3, 0)), "n0"));
        cluster.scenario.run();
        assertThat(cluster.scenario.nodeOf("a")).isEqualTo("n0");
    }

    @Test
    void aBindingThatFailsGivesTheSlotBack() {
        threeSlots();
        cluster.scenario.recorded.failNextBind(new BindException(Cause.UNAVAILABLE, "503"));
        cluster.scenario.pods(slotPod("a", 3, 0)).run();
        assertThat(cluster.taker(0)).isNull();
        assertThat(cluster.slotOf("a")).isNull();
        assertThat(cluster.freeOf("n0")).isEqualTo(1000);

        cluster.scenario.runAfter(Duration.ofSeconds(10));
        assertThat(cluster.slotOf("a")).isEqualTo("uid-t/0/3");
    }

    /** Owners of pods may write annotations: what does not match the ledger takes no slot. */
    @Test
    void aBoundPodWithAForgedAnnotationTakesNoSlot() {
        threeSlots();
        cluster.scenario.nodes(node("n0").cpu("4"));
        cluster.scenario.pods(
                bound(slotPod("epoch", 2, 0), "n0", 0, 2),
                bound(slotPod("node", 3, 2), "n0", 2, 3),
                bound(slotPod("position", 3, 1), "n1", 1, 3),
                bound(slotPod("tenant", 3, 0).namespace("tenant"), "n0", 0, 3));
        assertThat(cluster.taker(0)).isNull();
        assertThat(cluster.taker(1)).isNull();
        assertThat(cluster.taker(2)).isNull();
        // Their own 1000m each, and slot 0 beside them.
        assertThat(cluster.freeOf("n0")).isEqualTo(4000 - 3 * 1000 - 1000);

        cluster.scenario.pods(bound(slotPod("first", 3, 0), "n0", 0, 3));
        assertThat(cluster.taker(0)).isEqualTo("first");
        assertThat(cluster.freeOf("n0")).isZero();
    }

    @Test
    void anExplanationJudgesABoundPodAsIfItsSlotWereFree() {
        threeSlots();
        cluster.scenario.pods(slotPod("a", 3, 0, 2)).run().confirm();
        Explainer explainer = new Explainer(SlotCluster.PROFILE, new Random(1));
        Snapshot snapshot = cluster.scenario.state.snapshot();
        // The binding names its node, so no other is feasible.
        assertThat(explainer.explain(cluster.pod("a"), snapshot).message())
                .isEqualTo("1/3 nodes are feasible; the best is n0 (takes slot 0 of testbed default/t)");
        assertThat(explainer
                        .explain(
                                slotPod("a", 3, 0, 2).build(),
                                snapshot.without(cluster.pod("a").key(), "n0"))
                        .message())
                .isEqualTo("2/3 nodes are feasible; the best is n0 (takes slot 0 of testbed default/t)");
        assertThat(explainer.presentRejections(cluster.pod("a"), snapshot)).isEmpty();
        assertThat(explainer.explain(slotPod("b", 3, 0, 2).build(), snapshot).message())
                .isEqualTo("1/3 nodes are feasible; the best is n2 (takes slot 2 of testbed default/t)");
    }

    @Test
    void aSimulationPlacesEachPodBesideThoseBeforeIt() {
        threeSlots();
        Simulation simulation = new Simulation(cluster.scenario.state.snapshot(), new Random(1));
        assertThat(simulation
                        .place(slotPod("a", 3, 0, 2).build(), SlotCluster.PROFILE)
                        .decision()
                        .node())
                .isEqualTo("n0");
        assertThat(simulation
                        .place(slotPod("b", 3, 0, 2).build(), SlotCluster.PROFILE)
                        .decision()
                        .node())
                .isEqualTo("n2");
        assertThat(simulation
                        .place(slotPod("c", 3, 0, 2).build(), SlotCluster.PROFILE)
                        .decision()
                        .message())
                .contains("0 is taken by pod a, 2 is taken by pod b");
        assertThat(cluster.taker(0)).isNull();
    }

    /** An ordinary pod that another scheduler bound into the room of a slot is evicted for a pod of higher priority. */
    @Test
    void aPodOfASlotMayPreemptWhatIsInItsRoom() {
        cluster.scenario.nodes(node("n0").cpu("1"));
        cluster.put(testbed(List.of(run(3, 0)), "n0"));
        cluster.scenario.pods(pod("squatter").cpu("500m").runningOn("n0"));
        assertThat(cluster.view().isHeld(0)).as("1000m - 500m < 1000m").isFalse();
        cluster.scenario.pods(slotPod("a", 3, 0).priority(100)).run();
        assertThat(cluster.scenario.recorded.evicted).containsExactly("squatter");

        cluster.scenario.gone("squatter");
        cluster.scenario.runAfter(Duration.ofSeconds(10));
        assertThat(cluster.slotOf("a")).isEqualTo("uid-t/0/3");
    }
}
