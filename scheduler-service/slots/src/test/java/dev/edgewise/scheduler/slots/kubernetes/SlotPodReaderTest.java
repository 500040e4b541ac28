package dev.edgewise.scheduler.slots.kubernetes;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.slots.claims.ClaimLedger;
import dev.edgewise.scheduler.slots.decide.SlotPod;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.state.SlotIndex;
import dev.edgewise.scheduler.slots.state.TestbedSlots;
import dev.edgewise.scheduler.state.ClusterState;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Slots 0 and 1 are on n0, slot 2 is on n1. */
class SlotPodReaderTest {
    private static final List<SlotPlace> PLACES =
            List.of(new SlotPlace("n0", 0, 0), new SlotPlace("n0", 0, 1), new SlotPlace("n1", 1, 0));
    private static final ClaimLedger CLAIMS = new ClaimLedger(9, Map.of(), Map.of("uid-t", PLACES));

    private final ClusterState state = new ClusterState(new TestClock());

    SlotPodReaderTest() {
        state.register(SlotIndex.FACT);
        TestbedSlots testbed = new TestbedSlots(
                "uid-t", new ObjectKey("default", "t"), PLACES, new Resources(1000, 0, 0, Map.of()), true, List.of());
        state.change(SlotIndex.FACT, index -> index.with(testbed));
    }

    private List<SlotPod> read(ObservedBatchJobPod... known) {
        SlotIndex slots = state.snapshot().get(SlotIndex.FACT);
        return new SlotPodReader("default", CLAIMS, slots).read(List.of(known), Set.of("uid-t"));
    }

    private static ObservedBatchJobPod known(String name, @Nullable String node, SlotPod.Phase phase) {
        return new ObservedBatchJobPod(
                new ObjectKey("default", name),
                "uid-of-" + name,
                "pi",
                "uid-t",
                7,
                node,
                SlotPod.NO_POSITION,
                List.of(0, 1, 2),
                phase,
                null);
    }

    /** The owner of the pod has removed the label of the job: its slot is not free. */
    @Test
    void aPodWithoutItsLabelIsInItsSlot() {
        state.putPod(pod("a").runningOn("n1")
                .annotation(Names.SLOTS_ANNOTATION, "uid-t/7/0,1,2")
                .annotation(Names.SLOT_ANNOTATION, "uid-t/2/7")
                .build());
        assertThat(read())
                .extracting(SlotPod::uid, SlotPod::position, SlotPod::node, SlotPod::epoch)
                .containsExactly(tuple("uid-of-a", 2, "n1", 7L));
    }

    /** The state has no finished pods, and the bindings of a kube-scheduler name no slots. */
    @Test
    void finishedPodsOfAnotherSchedulerAreInTheSlotsOfTheirNodeThatAreLeft() {
        state.putPod(pod("runs")
                .runningOn("n0")
                .annotation(Names.SLOTS_ANNOTATION, "uid-t/7/0,1,2")
                .build());
        assertThat(read(
                        known("ended", "n0", SlotPod.Phase.SUCCEEDED),
                        known("runs", "n0", SlotPod.Phase.RUNNING),
                        known("other", "n0", SlotPod.Phase.FAILED),
                        known("waits", null, SlotPod.Phase.PENDING)))
                .extracting(pod -> pod.key().name(), SlotPod::position)
                .containsExactlyInAnyOrder(
                        tuple("runs", 0),
                        tuple("ended", 1),
                        tuple("other", SlotPod.NO_POSITION),
                        tuple("waits", SlotPod.NO_POSITION));
    }
}
