package dev.edgewise.scheduler.slots.decide;

import static dev.edgewise.scheduler.slots.decide.SlotObjects.LABEL;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.SLOT;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.node;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.queue;
import static dev.edgewise.scheduler.slots.decide.SlotObjects.testbed;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.slots.model.FreeSlotHoldingMode;
import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.Slot;
import dev.edgewise.scheduler.slots.model.SlotState;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.model.TestbedSpec;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Pause pods never take the room of a pod that is about to come, and are asked for only where a kubelet takes them. */
class PausePodTest {
    private final FakeCluster cluster =
            new FakeCluster().nodes(2).put(pods(2)).jobs("a", "b").settle();

    private static Testbed pods(int slotsPerNode) {
        return testbed("bed", new TestbedSpec(slotsPerNode, LABEL, SLOT, FreeSlotHoldingMode.PODS, null, List.of()));
    }

    private List<Slot> slots() {
        return cluster.testbeds.get("bed").status().slots();
    }

    /**
     * A pause pod that is evicted between the creation of the application and that of its pod would come beside that
     * pod.
     */
    @Test
    void aReservedSlotGetsNoPausePodOnceItsApplicationIsThere() {
        cluster.put(queue("s", "bed", "a")).settle();
        assertThat(slots().get(0).state()).isEqualTo(SlotState.RESERVED);
        assertThat(cluster.pausePods).containsKey("bed-node-0-0");

        cluster.pausePods.remove("bed-node-0-0");
        cluster.settle();

        assertThat(cluster.pausePods).containsOnlyKeys("bed-node-0-1", "bed-node-1-0", "bed-node-1-1");
    }

    @Test
    void aReservedSlotGetsAPausePodWhileItsApplicationIsNotThere() {
        cluster.put(queue("s", "bed", "a")).settle();
        cluster.pausePods.remove("bed-node-0-0");
        cluster.applications.clear();

        assertThat(cluster.decide().actions())
                .filteredOn(SlotAction.CreatePausePod.class::isInstance)
                .singleElement()
                .satisfies(action -> assertThat(
                                ((SlotAction.CreatePausePod) action).place().node())
                        .isEqualTo("node-0"));
    }

    /** The kubelet takes one pod beside those of others: the first slot has it, and the second has a problem. */
    @Test
    void aSlotForWhosePodTheKubeletHasNoPlaceIsNotUsed() {
        NodeFacts node = node("node-0", "0");
        cluster.put(
                new NodeFacts("node-0", node.labels(), node.allocatable(), node.requests(), 1, false, List.of(), null));
        cluster.pausePods.clear();
        cluster.settle();

        assertThat(slots()).extracting(Slot::isUsable).containsExactly(true, true, false, true);
        assertThat(cluster.testbeds.get("bed").status().nodeProblems())
                .contains(new NodeProblem(
                        "node-0", "node node-0 takes no further pod, as its kubelet has as many as it may"));
        assertThat(cluster.pausePods).containsOnlyKeys("bed-node-0-0", "bed-node-1-0", "bed-node-1-1");
    }
}
