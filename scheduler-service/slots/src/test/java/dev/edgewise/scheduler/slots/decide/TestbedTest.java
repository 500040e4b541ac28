package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.LABEL;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.SLOT;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.job;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.node;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.model.FailurePolicy;
import dev.edgewise.scheduler.slots.model.FailurePolicy.AfterRetries;
import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.SchedulingState;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import dev.edgewise.scheduler.slots.model.TestbedState;
import dev.edgewise.scheduler.slots.model.TestbedStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Slots on nodes that come, go and change. */
class TestbedTest {
    private final FakeCluster cluster =
            new FakeCluster().nodes(2).put(testbed("bed", 2)).jobs("a", "b").settle();

    @Test
    void slotsOfAGoneNodeAreLostAndTheOthersContinue() {
        cluster.put(job("b", new FailurePolicy(0, Duration.ofSeconds(1), AfterRetries.SKIP)));
        cluster.put(queue("s", "bed", "a", "b")).settle();
        cluster.start("a").start("b");
        cluster.nodes.remove("node-1");
        cluster.settle();
        assertThat(states()).containsExactly(SlotState.OCCUPIED, SlotState.LOST, SlotState.FREE, SlotState.LOST);
        assertThat(status().nodeProblems()).contains(new NodeProblem("node-1", "node node-1 is gone"));
    }

    @Test
    void slotsOfAnUnreachableNodeAreNotUsedAndLostAfterTheBound() {
        cluster.put(unreachable("node-0", cluster.now)).settle();
        assertThat(states()).containsOnly(SlotState.FREE);
        assertThat(status().slots()).extracting(Slot::isUsable).containsExactly(false, true, false, true);
        assertThat(status().state()).isEqualTo(TestbedState.ERROR);
        assertThat(cluster.decide().nextCheck()).isEqualTo(cluster.now.plusSeconds(60));

        cluster.after(Duration.ofMinutes(1));
        assertThat(states()).containsExactly(SlotState.LOST, SlotState.FREE, SlotState.LOST, SlotState.FREE);
        cluster.put(node("node-0", "0")).settle();
        assertThat(states()).containsOnly(SlotState.FREE);
        assertThat(status().state()).isEqualTo(TestbedState.SUCCESS);
    }

    @Test
    void aRunOnANodeThatIsUnreachableForTooLongFailsAndItsSlotIsNotUsedTwice() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        cluster.hangingPods.add("a-2-0");
        cluster.put(unreachable("node-0", cluster.now)).after(Duration.ofMinutes(1));
        assertThat(cluster.schedulings.get("s").status().state()).isEqualTo(SchedulingState.FAILED);
        assertThat(cluster.pods).hasSize(1);
        cluster.put(node("node-0", "0")).put(queue("t", "bed", "b", "b")).settle();
        // Slot 0 still has the pod of the earlier run.
        assertThat(cluster.positionsOf("b")).containsExactly(1, 2);
    }

    @Test
    void tooLittleRoomMarksTheNodeAndNeverTouchesASlotInUse() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        // Four cores, three for others: one slot has room, and slot 0 has it. Slot 2 has none.
        cluster.put(busy("node-0", 3000)).settle();
        assertThat(states()).containsExactly(SlotState.OCCUPIED, SlotState.FREE, SlotState.FREE, SlotState.FREE);
        assertThat(status().slots()).extracting(Slot::isUsable).containsExactly(false, true, false, true);
        assertThat(status().nodeProblems())
                .containsExactly(new NodeProblem(
                        "node-0", "node node-0 has too little room for a slot of cpu 1000m, memory 1073741824"));
        assertThat(cluster.running()).containsExactly("a");
        // None at all: the run still continues.
        cluster.put(busy("node-0", 4000)).settle();
        assertThat(cluster.running()).containsExactly("a");
        assertThat(cluster.pods).hasSize(1);
    }

    @Test
    void cordonedNodesGetNoJobs() {
        NodeFacts node = node("node-0", "0");
        cluster.put(new NodeFacts(
                "node-0", node.labels(), node.allocatable(), node.requests(), 110, true, List.of(), null));
        cluster.put(queue("s", "bed", "a", "a")).settle();
        assertThat(cluster.positionsOf("a")).containsExactly(1, 3);
    }

    @Test
    void aTestbedIsResizedWhileJobsRunAndRenumberedWhenItIsEmpty() {
        cluster.put(queue("s", "bed", "a", "b")).settle();
        cluster.start("a").start("b");
        cluster.put(node("node-2", "2"));
        cluster.nodes.put(
                "node-1",
                new NodeFacts(
                        "node-1",
                        Map.of(),
                        node("node-1", "1").allocatable(),
                        Resources.NONE,
                        110,
                        false,
                        List.of(),
                        null));
        cluster.settle();
        assertThat(status().slots())
                .extracting(slot -> slot.place().node())
                .containsExactly("node-0", "node-1", "node-0", "node-1", "node-2", "node-2");
        assertThat(status().slots()).extracting(Slot::retiring).containsExactly(false, true, false, true, false, false);
        assertThat(cluster.running()).containsExactly("a", "b");

        cluster.succeed("a").succeed("b");
        assertThat(status().slots())
                .extracting(slot -> slot.place().node())
                .containsExactly("node-0", "node-2", "node-0", "node-2");
    }

    @Test
    void labelsThatAreNoNumberOrThereTwiceAreProblemsOfTheirNodes() {
        cluster.put(node("node-x", "one"))
                .put(node("node-y", "1"))
                .put(node("a-node", "1"))
                .settle();
        assertThat(status().slots()).hasSize(4);
        // node-1 has the index already, and keeps it.
        String taken = "its label " + LABEL + " must be unlike that of other nodes, and is that of node-1";
        assertThat(status().nodeProblems())
                .containsExactly(
                        new NodeProblem("a-node", taken),
                        new NodeProblem("node-x", "its label " + LABEL + " must be a whole number from 0"),
                        new NodeProblem("node-y", taken));
        assertThat(cluster.events).contains("bed NodesUnusable: 3 nodes cannot be used; a-node: " + taken);
    }

    @Test
    void ofTwoTestbedsOnOneNodeTheOlderOneHasIt() {
        Testbed younger = testbed("young", 1);
        ObjectMetadata old = younger.metadata();
        cluster.put(new Testbed(
                        new ObjectMetadata(old.key(), old.uid(), "1", 1, SlotObjects.START, false, true),
                        younger.spec(),
                        null,
                        TestbedStatus.NONE))
                .settle();
        assertThat(cluster.slotsOf("young")).isEmpty();
        assertThat(cluster.testbeds.get("young").status().state()).isEqualTo(TestbedState.ERROR);
        assertThat(cluster.testbeds.get("young").status().nodeProblems())
                .contains(new NodeProblem("node-0", "the older Testbed bed has slots on it"));

        cluster.otherTestbeds.add(new Testbed(
                new ObjectMetadata(
                        new ObjectKey("else", "secret"),
                        "uid-secret",
                        "1",
                        1,
                        SlotObjects.START.minusSeconds(999),
                        false,
                        true),
                younger.spec(),
                null,
                TestbedStatus.NONE));
        cluster.settle();
        assertThat(status().nodeProblems())
                .contains(new NodeProblem("node-0", "the older Testbed of another namespace has slots on it"));
    }

    @Test
    void anIdleTestbedReleasesItsRoomAndHoldsItAgainForTheNextScheduling() {
        TestbedSpec spec = new TestbedSpec(2, LABEL, SLOT, FreeSlotHoldingMode.PODS, Duration.ofMinutes(10), List.of());
        cluster.put(testbed("bed", spec)).settle();
        assertThat(cluster.pausePods).hasSize(4);
        cluster.after(Duration.ofMinutes(9));
        assertThat(status().slots()).extracting(Slot::held).containsOnly(true);
        cluster.after(Duration.ofMinutes(1));
        assertThat(status().slots()).extracting(Slot::held).containsOnly(false);
        assertThat(status().state()).isEqualTo(TestbedState.SUCCESS);
        assertThat(cluster.pausePods).isEmpty();
        cluster.put(queue("s", "bed", "a")).settle();
        assertThat(status().slots()).extracting(Slot::held).containsOnly(true);
    }

    @Test
    void pausePodsHoldTheRoomOfEmptySlots() {
        TestbedSpec spec = new TestbedSpec(2, LABEL, SLOT, FreeSlotHoldingMode.PODS, null, List.of());
        cluster.put(testbed("bed", spec)).settle();
        assertThat(cluster.pausePods).hasSize(4);
        cluster.put(queue("s", "bed", "a")).settle();
        // The pause pod stays until a pod is in the slot: there is no gap.
        assertThat(cluster.pausePods).hasSize(4);
        cluster.start("a");
        assertThat(cluster.pausePods).containsOnlyKeys("bed-node-0-1", "bed-node-1-0", "bed-node-1-1");
        cluster.succeed("a");
        assertThat(cluster.pausePods).hasSize(4);

        // Pause pods of another size or of a testbed that is gone are replaced or removed.
        Resources larger = new Resources(2000, 1L << 30, 0, Map.of());
        cluster.put(testbed("bed", new TestbedSpec(1, LABEL, larger, FreeSlotHoldingMode.PODS, null, List.of())))
                .settle();
        assertThat(cluster.pausePods.values())
                .hasSize(2)
                .extracting(SlotPausePod::requests)
                .containsOnly(larger);
        cluster.testbeds.clear();
        cluster.settle();
        assertThat(cluster.pausePods).isEmpty();
    }

    /** Schedulers do not count finished pods, so others could take the room of the slot. */
    @Test
    void thePausePodIsBackAsSoonAsThePodInTheSlotHasFinished() {
        cluster.put(testbed("bed", new TestbedSpec(2, LABEL, SLOT, FreeSlotHoldingMode.PODS, null, List.of())))
                .settle();
        cluster.put(queue("s", "bed", "a", "a")).settle();
        cluster.start("a");
        assertThat(cluster.pausePods).containsOnlyKeys("bed-node-0-1", "bed-node-1-1");
        cluster.end("a-2-0", SlotPod.Phase.SUCCEEDED);
        assertThat(cluster.pausePods).containsOnlyKeys("bed-node-0-0", "bed-node-0-1", "bed-node-1-1");
        assertThat(states()).containsExactly(SlotState.OCCUPIED, SlotState.OCCUPIED, SlotState.FREE, SlotState.FREE);

        // The pod is still there after its run: the slot is lost, and its room is held.
        cluster.hangingPods.add("a-2-0");
        cluster.succeed("a").after(Duration.ofMinutes(3));
        assertThat(states()).containsExactly(SlotState.LOST, SlotState.FREE, SlotState.FREE, SlotState.FREE);
        assertThat(cluster.pausePods).hasSize(4);
    }

    /** Four cores: pods of one core beside slots of 1.5, and pods of two cores beside slots of one. */
    @Test
    void aPodCountsAsWhatItRequestsWhenItsTestbedIsResized() {
        cluster.put(testbed("bed", spec(3, 1000))).put(queue("s", "bed", "a")).settle();
        cluster.start("a");
        cluster.put(testbed("bed", spec(3, 1500))).settle();
        // 1 + 1.5 + 1.5 = 4.
        assertThat(unusableOn("node-0")).isEmpty();
        cluster.put(testbed("bed", spec(4, 1500))).settle();
        assertThat(unusableOn("node-0")).containsExactly(6);
    }

    @Test
    void aLargePodLeavesLessRoomForSmallerSlots() {
        cluster.put(testbed("bed", spec(2, 2000)))
                .put(queue("s", "bed", "a", "a", "a"))
                .settle();
        cluster.start("a");
        // Slots 0 and 2 on node-0 have pods of 2 cores, and slot 1 on node-1; with a third one on each node, node-1 has
        // room.
        cluster.put(testbed("bed", spec(3, 1000))).settle();
        assertThat(unusableOn("node-0")).containsExactly(4);
        assertThat(unusableOn("node-1")).isEmpty();
    }

    private static TestbedSpec spec(int slotsPerNode, long milliCpu) {
        return new TestbedSpec(
                slotsPerNode,
                LABEL,
                new Resources(milliCpu, 1L << 30, 0, Map.of()),
                FreeSlotHoldingMode.PLACEHOLDER,
                null,
                List.of());
    }

    /** The positions on the node that have a problem. */
    private List<Integer> unusableOn(String node) {
        return status().slots().stream()
                .filter(slot -> slot.place().node().equals(node) && slot.problem() != null)
                .map(Slot::position)
                .toList();
    }

    @Test
    void aStatusThatWasEditedByHandIsWrittenAgain() {
        TestbedStatus right = status();
        Testbed bed = cluster.testbeds.get("bed");
        cluster.put(new Testbed(
                bed.metadata(),
                bed.spec(),
                null,
                new TestbedStatus(
                        TestbedState.RUNNING, 99, List.of(), "nonsense", null, List.of(), right.conditions())));
        cluster.settle();
        assertThat(status()).isEqualTo(right);
    }

    private TestbedStatus status() {
        return cluster.testbeds.get("bed").status();
    }

    private List<SlotState> states() {
        return status().slots().stream().map(Slot::state).toList();
    }

    private static NodeFacts unreachable(String name, Instant since) {
        NodeFacts node = node(name, name.substring(name.length() - 1));
        return new NodeFacts(name, node.labels(), node.allocatable(), Resources.NONE, 110, false, List.of(), since);
    }

    private static NodeFacts busy(String name, long milliCpu) {
        NodeFacts node = node(name, name.substring(name.length() - 1));
        return new NodeFacts(
                name,
                node.labels(),
                node.allocatable(),
                new Resources(milliCpu, 0, 0, Map.of()),
                110,
                false,
                List.of(),
                null);
    }

    private static Testbed older(String name, String label, int slotsPerNode) {
        ObjectKey key = new ObjectKey("else", name);
        return new Testbed(
                new ObjectMetadata(key, "uid-" + name, "1", 1, SlotObjects.START.minusSeconds(999), false, true),
                new TestbedSpec(slotsPerNode, label, SLOT, FreeSlotHoldingMode.PLACEHOLDER, null, List.of()),
                null,
                TestbedStatus.NONE);
    }

    private static NodeFacts labelled(String name, String index, String other) {
        NodeFacts node = node(name, index);
        return new NodeFacts(
                name,
                Map.of(LABEL, index, "other", other),
                node.allocatable(),
                node.requests(),
                110,
                false,
                List.of(),
                null);
    }

    /** Nodes 0 to 2 have 5, 5 and a name as the index of the older testbed, which has slots on the first alone. */
    @Test
    void anOlderTestbedHasOnlyTheNodesOnWhichItHasSlots() {
        FakeCluster shared = new FakeCluster()
                .put(labelled("node-0", "0", "5"))
                .put(labelled("node-1", "1", "5"))
                .put(labelled("node-2", "2", "node-2"))
                .put(testbed("bed", 1));
        shared.otherTestbeds.add(older("old", "other", 1));
        shared.settle();
        assertThat(shared.slotsOf("bed"))
                .extracting(slot -> slot.place().node())
                .containsExactly("node-1", "node-2");
    }

    /** With 60 nodes of no index, 50 are named: 10 more. */
    @Test
    void aStatusNamesFiftyNodesAndHowManyMoreThereAre() {
        for (int i = 0; i < 60; i++) {
            cluster.put(node("x-" + (10 + i), "secret"));
        }
        cluster.settle();
        List<NodeProblem> problems = status().nodeProblems();
        assertThat(problems).hasSize(51);
        assertThat(problems.get(50)).isEqualTo(new NodeProblem("others", "10 more nodes have problems"));
        assertThat(problems.toString()).doesNotContain("secret");
        assertThat(cluster.events).anyMatch(event -> event.contains("60 nodes cannot be used"));
    }

    /** 100 slots on each of 51 nodes are 5,100. */
    @Test
    void moreThanFiveThousandSlotsAreAProblemOfTheTestbed() {
        FakeCluster large = new FakeCluster().nodes(51).put(testbed("bed", 100)).jobs("a");
        large.put(queue("s", "bed", "a")).settle();
        String message = "spec.slotsPerNode is 100 on 51 nodes: it must be at most 5000 slots in all";
        assertThat(large.slotsOf("bed")).isEmpty();
        assertThat(large.events)
                .contains("bed Invalid: " + message)
                .contains("s Invalid: spec.testbed.name is bed: it must be the name of a valid Testbed; of this one "
                        + message);
        large.nodes.remove("node-50");
        large.settle();
        assertThat(large.slotsOf("bed")).hasSize(5000);
    }
}
