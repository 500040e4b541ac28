package dev.edgewise.scheduler.slots.state;

import static dev.edgewise.scheduler.slots.state.SlotCluster.OTHER;
import static dev.edgewise.scheduler.slots.state.SlotCluster.bound;
import static dev.edgewise.scheduler.slots.state.SlotCluster.run;
import static dev.edgewise.scheduler.slots.state.SlotCluster.slotPod;
import static dev.edgewise.scheduler.slots.state.SlotCluster.testbed;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.ExtenderCandidateEvaluator;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.EdgewisePlugins;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** A kube-scheduler binds the pods: their bindings do not say which slot they take. */
class SlotsOfOtherSchedulersTest {
    private static final Profile EXTENDER =
            EdgewisePlugins.of(BuiltInProfiles.edgewise().with(List.of(new SlotFilter())));

    private final SlotCluster cluster = new SlotCluster();

    /** Two slots on n0, one on n1; run 3 has all of them. */
    private void threeSlots() {
        cluster.scenario.nodes(node("n0").cpu("4"), node("n1").cpu("4"));
        cluster.put(testbed(List.of(run(3, 0, 1, 2)), "n0", "n1", "n0"));
    }

    private static TestPods.Builder waiting(String name, int createdAfter) {
        return slotPod(name, 3, 0, 1, 2).scheduler(OTHER).createdAfter(createdAfter);
    }

    /** The nodes that the extender's filter accepts. */
    private List<String> accepted(Pod pod, String... nodes) {
        Snapshot snapshot = cluster.scenario.state.snapshot();
        List<NodeState> asked =
                Arrays.stream(nodes).map(snapshot::nodeOrUnknown).toList();
        @Nullable
        Rejection[] rejections = new ExtenderCandidateEvaluator(EXTENDER, pod, snapshot).rejections(asked, () -> {});
        List<String> accepted = new ArrayList<>();
        for (int i = 0; i < nodes.length; i++) {
            if (rejections[i] == null) {
                accepted.add(nodes[i]);
            }
        }
        return accepted;
    }

    @Test
    void theFilterAnswersTheNodeOfThePodsSlotAlone() {
        threeSlots();
        cluster.scenario.pods(waiting("a", 1));
        cluster.scenario.pods(waiting("b", 2));
        assertThat(cluster.view().expected(0))
                .extracting(user -> user.pod().name())
                .isEqualTo("a");
        assertThat(cluster.view().expected(1))
                .extracting(user -> user.pod().name())
                .isEqualTo("b");
        assertThat(accepted(cluster.pod("a"), "n0", "n1")).containsExactly("n0");
        assertThat(accepted(cluster.pod("b"), "n0", "n1")).containsExactly("n1");
        assertThat(accepted(cluster.pod("b"), "n0")).isEmpty();
        // The watch has not seen it yet.
        assertThat(accepted(waiting("c", 3).build(), "n0", "n1")).containsExactly("n0");
    }

    @Test
    void theFilterKeepsOtherPodsOutOfTheRoomOfSlots() {
        cluster.scenario.nodes(node("n0").cpu("1500m"), node("n1").cpu("1500m"));
        cluster.put(testbed(List.of(run(3, 0)), "n0"));
        // 1500m - 1000m for the slot < 600m.
        assertThat(accepted(pod("web").cpu("600m").scheduler(OTHER).build(), "n0", "n1"))
                .containsExactly("n1");
        assertThat(accepted(pod("small").cpu("500m").scheduler(OTHER).build(), "n0", "n1"))
                .containsExactly("n0", "n1");
    }

    /** kube-scheduler asks whether the pod could go to the node once its victim, a pause pod, is gone. */
    @Test
    void aPausePodMayBePreemptedForThePodOfItsSlot() {
        threeSlots();
        cluster.scenario.pods(waiting("a", 1));
        Snapshot snapshot = cluster.scenario.state.snapshot();
        ExtenderCandidateEvaluator nodes = new ExtenderCandidateEvaluator(EXTENDER, cluster.pod("a"), snapshot);
        assertThat(nodes.rejectionWithout(List.of(), snapshot.nodeOrUnknown("n0")))
                .isNull();
        assertThat(nodes.rejectionWithout(List.of(), snapshot.nodeOrUnknown("n1")))
                .isNotNull();
    }

    @Test
    void aBoundPodTakesTheSlotThatWasKeptForIt() {
        threeSlots();
        cluster.scenario.pods(waiting("a", 1));
        cluster.scenario.pods(waiting("b", 2));
        cluster.scenario.pods(waiting("c", 3));
        cluster.scenario.pods(waiting("c", 3).runningOn("n0"));
        assertThat(cluster.taker(2)).as("slot 0 is kept for a").isEqualTo("c");
        cluster.scenario.pods(waiting("a", 1).runningOn("n0"));
        assertThat(cluster.taker(0)).isEqualTo("a");
        assertThat(cluster.view().positionOf(cluster.pod("a").key(), "uid-of-a"))
                .isZero();
        // 4000m - two pods in slots of 1000m.
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
        assertThat(cluster.freeOf("n1")).isEqualTo(3000);

        cluster.scenario.gone("c");
        cluster.scenario.pods(waiting("d", 4).runningOn("n0"));
        assertThat(cluster.taker(2)).isEqualTo("d");
        assertThat(cluster.taker(0)).isEqualTo("a");
    }

    @Test
    void aPodThatWasNeverSeenWaitingTakesTheLowestFreeSlotOfItsNode() {
        threeSlots();
        cluster.scenario.pods(waiting("x", 5).runningOn("n0"));
        cluster.scenario.pods(waiting("w", 1).runningOn("n0"));
        assertThat(cluster.taker(0)).as("a pod stays where it is").isEqualTo("x");
        assertThat(cluster.taker(2)).isEqualTo("w");
        cluster.scenario.pods(waiting("y", 6).runningOn("n0"));
        assertThat(cluster.view().positionOf(cluster.pod("y").key(), "uid-of-y"))
                .isEqualTo(PodWithSlotAnnotation.NONE);
        assertThat(cluster.freeOf("n0")).as("4000m - 3 pods").isEqualTo(1000);
    }

    /** The reconciler may write down which slot a pod has: it stays there. */
    @Test
    void thePodKeepsItsSlotWhenItsAnnotationNamesIt() {
        threeSlots();
        cluster.scenario.pods(waiting("x", 1).runningOn("n0"));
        cluster.scenario.pods(waiting("x", 1).runningOn("n0").annotation(Names.SLOT_ANNOTATION, "uid-t/0/3"));
        assertThat(cluster.taker(0)).isEqualTo("x");
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
    }

    @Test
    void aSlotOnANodeThatTakesNoPodsIsKeptForNone() {
        cluster.scenario.nodes(node("n0").cpu("4").cordoned(), node("n1").cpu("4"));
        cluster.put(testbed(List.of(run(3, 0, 1, 2)), "n0", "n1", "n0"));
        cluster.scenario.pods(waiting("a", 1));
        assertThat(cluster.view().expected(1))
                .extracting(user -> user.pod().name())
                .isEqualTo("a");
        cluster.scenario.pods(waiting("b", 2));
        assertThat(cluster.view().expectedPositionOf(cluster.pod("b").key(), "uid-of-b"))
                .isEqualTo(PodWithSlotAnnotation.NONE);
        cluster.scenario.nodes(node("n0").cpu("4"));
        assertThat(cluster.view().expected(0))
                .extracting(user -> user.pod().name())
                .isEqualTo("b");
        assertThat(cluster.view().expected(1))
                .extracting(user -> user.pod().name())
                .isEqualTo("a");
    }

    @Test
    void aPodThatIsGoneIsKeptNoSlot() {
        threeSlots();
        cluster.scenario.pods(waiting("a", 1));
        cluster.scenario.pods(waiting("a", 1).terminating());
        assertThat(cluster.view().expected(0)).isNull();
        cluster.scenario.pods(waiting("b", 2));
        cluster.scenario.gone("b", "a");
        assertThat(cluster.view().expected(0)).isNull();
        assertThat(cluster.view().hasWaiting()).isFalse();
    }

    /** The kubelet of its node does not answer: the run was given up, and its pod is still there. */
    @Test
    void aPodWhoseRunIsOverStaysInItsSlotUntilItIsGone() {
        threeSlots();
        cluster.scenario.pods(waiting("a", 1).runningOn("n0"));
        cluster.scenario.pods(waiting("a", 1).runningOn("n0").terminating());
        cluster.put(testbed(List.of(run(4, 1, 2)), "n0", "n1", "n0"));
        assertThat(cluster.taker(0)).isEqualTo("a");
        // 4000m - 1000m of the pod - 1000m for slot 2.
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);

        cluster.scenario.pods(slotPod("b", 4, 0, 1, 2).scheduler(OTHER));
        assertThat(cluster.view().expected(0)).isNull();
        cluster.scenario.gone("a");
        assertThat(cluster.taker(0)).isNull();
        // 4000m - 1000m each for slots 0 and 2.
        assertThat(cluster.freeOf("n0")).isEqualTo(2000);
    }

    /** A scheduler that has just started sees the pods first, and then that no run has their slots. */
    @Test
    void aPodWhoseRunWasNeverSeenIsInItsSlot() {
        cluster.scenario.nodes(node("n0").cpu("4"), node("n1").cpu("4"));
        cluster.scenario.pods(waiting("a", 1).runningOn("n0"), bound(slotPod("b", 2, 1), "n1", 1, 2));
        cluster.put(testbed(List.of(), "n0", "n1", "n0"));
        assertThat(cluster.taker(0)).isEqualTo("a");
        assertThat(cluster.taker(1)).isEqualTo("b");
    }
}
