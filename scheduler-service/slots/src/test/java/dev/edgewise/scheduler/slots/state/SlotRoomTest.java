package dev.edgewise.scheduler.slots.state;

import static dev.edgewise.scheduler.slots.state.SlotCluster.bound;
import static dev.edgewise.scheduler.slots.state.SlotCluster.cpu;
import static dev.edgewise.scheduler.slots.state.SlotCluster.run;
import static dev.edgewise.scheduler.slots.state.SlotCluster.slotPod;
import static dev.edgewise.scheduler.slots.state.SlotCluster.testbed;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The room that slots keep on nodes, with pause pods and without. */
class SlotRoomTest {
    private final SlotCluster cluster = new SlotCluster();

    private static SlotPausePod pausePod(String name, String node, int positionOnNode, long milliCpu) {
        SlotPlace place = new SlotPlace(node, 0, positionOnNode);
        return new SlotPausePod(
                new ObjectKey("default", name), "uid-" + name, "uid-t", place, cpu(milliCpu), false, false);
    }

    private void pausePods(SlotPausePod... pausePods) {
        for (SlotPausePod pausePod : pausePods) {
            cluster.feed.fact(SlotPausePodsByNode.FACT, all -> all.with(pausePod));
        }
    }

    private void pausePodGone(String name) {
        cluster.feed.fact(SlotPausePodsByNode.FACT, all -> all.without(new ObjectKey("default", name)));
    }

    /** Slots that do not fit are without room, lowest first served, until there is some. */
    @Test
    void slotsKeepRoomAsFarAsTheirNodeHasIt() {
        cluster.scenario.nodes(node("n0").cpu("2500m"));
        cluster.scenario.pods(pod("web").cpu("1").runningOn("n0"));
        cluster.put(testbed(List.of(), "n0", "n0"));
        // 2500m - 1000m of web - 1000m for slot 0 < 1000m.
        assertThat(cluster.view().isHeld(0)).isTrue();
        assertThat(cluster.view().isHeld(1)).isFalse();
        assertThat(cluster.freeOf("n0")).isEqualTo(500);

        cluster.scenario.gone("web");
        assertThat(cluster.view().isHeld(1)).isTrue();
        assertThat(cluster.freeOf("n0")).isEqualTo(500);

        cluster.scenario.nodes(node("n0").cpu("1"));
        assertThat(cluster.view().isHeld(0)).isTrue();
        assertThat(cluster.view().isHeld(1)).isFalse();
        assertThat(cluster.freeOf("n0")).isZero();
    }

    @Test
    void tooLittleRoomNeverTouchesAPodInASlot() {
        cluster.scenario.nodes(node("n0").cpu("2"));
        cluster.put(testbed(List.of(run(3, 0)), "n0", "n0"));
        cluster.scenario.pods(slotPod("a", 3, 0)).run().confirm();
        cluster.scenario.nodes(node("n0").cpu("500m"));
        assertThat(cluster.taker(0)).isEqualTo("a");
        assertThat(cluster.view().isHeld(1)).isFalse();
        assertThat(cluster.scenario.recorded.evicted).isEmpty();
        assertThat(cluster.freeOf("n0")).as("500m - 1000m of a").isEqualTo(-500);
    }

    @Test
    void anIdleTestbedMayReleaseItsRoomAndAPodStillTakesItsSlot() {
        cluster.scenario.nodes(node("n0").cpu("2"));
        TestbedSlots held = testbed(List.of(run(3, 0)), "n0");
        cluster.put(new TestbedSlots(held.uid(), held.key(), held.places(), held.room(), false, held.runs()));
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
        cluster.scenario.pods(slotPod("a", 3, 0)).run();
        assertThat(cluster.slotOf("a")).isEqualTo("uid-t/0/3");
    }

    @Test
    void theRoomFollowsTheSizeAndThePlacesOfItsSlots() {
        cluster.scenario.nodes(node("n0").cpu("4"), node("n1").cpu("4"));
        cluster.put(testbed(List.of(), "n0", "n0"));
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
        cluster.put(testbed(List.of(), "n0", "n1"));
        assertThat(cluster.freeOf("n0")).isEqualTo(3000);
        assertThat(cluster.freeOf("n1")).isEqualTo(3000);
        TestbedSlots testbed = testbed(List.of(), "n1");
        cluster.put(new TestbedSlots(testbed.uid(), testbed.key(), testbed.places(), cpu(1500), true, List.of()));
        assertThat(cluster.freeOf("n0")).isEqualTo(4000);
        assertThat(cluster.freeOf("n1")).isEqualTo(2500);

        cluster.feed.fact(SlotIndex.FACT, index -> index.without("uid-t"));
        assertThat(cluster.freeOf("n1")).isEqualTo(4000);
    }

    @Test
    void aNodeThatReturnsHasItsRoomKeptAtOnce() {
        cluster.scenario.nodes(node("n0").cpu("2"));
        cluster.put(testbed(List.of(), "n0"));
        cluster.feed.nodeGone("n0");
        cluster.scenario.nodes(node("n0").cpu("2"));
        assertThat(cluster.freeOf("n0")).isEqualTo(1000);
        cluster.feed.nodeGone("n0");
        cluster.feed.fact(SlotIndex.FACT, index -> index.without("uid-t"));
        cluster.scenario.nodes(node("n0").cpu("2"));
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
    }

    @Test
    void twoTestbedsShareANodeAsFarAsItHasRoom() {
        cluster.scenario.nodes(node("n0").cpu("1500m"));
        cluster.put(testbed("u", List.of(), "n0"));
        cluster.put(testbed("t", List.of(), "n0"));
        assertThat(cluster.freeOf("n0")).isEqualTo(500);
        assertThat(cluster.view().isHeld(0)).isTrue();
        cluster.feed.fact(SlotIndex.FACT, index -> index.without("uid-t"));
        assertThat(cluster.scenario
                        .state
                        .snapshot()
                        .get(SlotIndex.FACT)
                        .testbed("uid-u")
                        .isHeld(0))
                .isTrue();
        assertThat(cluster.freeOf("n0")).isEqualTo(500);
    }

    /** 2000m - 800m of the reservation leave no 1000m twice; the slot takes what it leaves at its end. */
    @Test
    void slotsKeepRoomBesideReservations() {
        cluster.scenario.nodes(node("n0").cpu("2"));
        cluster.scenario
                .feed
                .reservations()
                .put(reservation("r").on("n0").cpu(800).app("cart").build());
        cluster.scenario.cycle.exclusively(
                () -> cluster.scenario.state.reservations().accept(100));
        cluster.put(testbed(List.of(), "n0", "n0"));
        assertThat(cluster.freeOf("n0")).isEqualTo(200);
        cluster.scenario.cycle.exclusively(
                () -> cluster.scenario.state.reservations().expire("uid-of-reservation-r"));
        cluster.scenario.state.step(cluster.table::settleLacking);
        assertThat(cluster.freeOf("n0")).isZero();
        assertThat(cluster.view().isHeld(1)).isTrue();
    }

    @Test
    void aPausePodCountsAsTheRoomOfItsSlot() {
        cluster.scenario.nodes(node("n0").cpu("4"));
        cluster.put(testbed(List.of(), "n0", "n0"));
        pausePods(pausePod("g0", "n0", 0, 1000));
        assertThat(cluster.freeOf("n0")).as("4000m - two slots").isEqualTo(2000);
        // The slot shrinks: its larger pause pod is there until the reconciler has replaced it.
        pausePods(pausePod("g0", "n0", 0, 1300));
        assertThat(cluster.freeOf("n0")).isEqualTo(1700);
        // The slot grows by one more pause pod: 600m + 500m hold more than 1000m.
        pausePods(pausePod("g0", "n0", 0, 600), pausePod("g1", "n0", 0, 500));
        assertThat(cluster.freeOf("n0")).isEqualTo(1900);
        pausePodGone("g1");
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
        // It holds the room of no slot.
        pausePods(pausePod("lost", "n0", 7, 300));
        assertThat(cluster.freeOf("n0")).isEqualTo(1700);
        pausePodGone("lost");
        pausePodGone("g0");
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
    }

    /** A pause pod holds its room whether the slot is known or not: facts come in any order. */
    @Test
    void aPausePodHoldsItsRoomBeforeItsTestbedIsKnown() {
        pausePods(pausePod("g0", "n0", 0, 1000));
        cluster.scenario.nodes(node("n0").cpu("1500m"));
        assertThat(cluster.freeOf("n0")).isEqualTo(500);
        cluster.put(testbed(List.of(), "n0"));
        assertThat(cluster.freeOf("n0")).isEqualTo(500);
        assertThat(cluster.view().isHeld(0)).isTrue();
    }

    @Test
    void aPausePodGoesBeforeThePodIsBoundAndTheRoomIsKeptMeanwhile() throws BindException {
        cluster.scenario.nodes(node("n0").cpu("2"));
        cluster.put(testbed(List.of(run(3, 0)), "n0"));
        pausePods(pausePod("g0", "n0", 0, 1000));
        cluster.scenario.recorded.whenDecided = () -> {};
        cluster.scenario.pods(slotPod("a", 3, 0)).run();
        assertThat(cluster.slotOf("a")).isEqualTo("uid-t/0/3");
        assertThat(cluster.freeOf("n0"))
                .as("the pod alone: its pause pod is about to go")
                .isEqualTo(1000);

        List<String> removed = new ArrayList<>();
        PausePodDeletionPreBind step =
                new PausePodDeletionPreBind(cluster.scenario.state, pausePod -> removed.add(pausePod.uid()));
        step.prepare(cluster.pod("a"), cluster.scenario.state.snapshot());
        assertThat(removed).containsExactly("uid-g0");
        step.prepare(pod("web").on("n0").build(), cluster.scenario.state.snapshot());
        assertThat(removed).hasSize(1);

        // A pause pod that is there although the pod is bound takes room of its own, as its kubelet sees it.
        cluster.scenario.confirm();
        assertThat(cluster.freeOf("n0")).isZero();
        pausePodGone("g0");
        assertThat(cluster.freeOf("n0")).isEqualTo(1000);
    }

    /** The room of a scalar resource that the node does not have is not kept. */
    @Test
    void aSlotNeedsEveryResourceOfItsRoom() {
        cluster.scenario.nodes(node("n0").cpu("2").scalar("example.com/gpu", 1));
        TestbedSlots base = testbed(List.of(), "n0", "n0");
        var gpu = new dev.edgewise.scheduler.model.Resources(100, 0, 0, Map.of("example.com/gpu", 1L));
        cluster.put(new TestbedSlots(base.uid(), base.key(), base.places(), gpu, true, List.of()));
        assertThat(cluster.view().isHeld(0)).isTrue();
        assertThat(cluster.view().isHeld(1)).isFalse();
    }

    @Test
    void aFinishedPodGivesItsRoomBackToTheSlot() {
        cluster.scenario.nodes(node("n0").cpu("1"));
        cluster.put(testbed(List.of(run(3, 0)), "n0"));
        cluster.scenario.pods(bound(slotPod("a", 3, 0), "n0", 0, 3));
        assertThat(cluster.freeOf("n0")).isZero();
        cluster.feed.podGone(new PodKey("default", "a"));
        assertThat(cluster.freeOf("n0")).as("kept at once").isZero();
        assertThat(cluster.taker(0)).isNull();
    }
}
