package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ClusterStateTest {
    private final ClusterState cluster =
            new ClusterState(Clock.fixed(Instant.parse("2026-01-01T00:00:00Z"), ZoneOffset.UTC));
    private final Pod web = pod("web").cpu("500m").build();

    @BeforeEach
    void twoNodes() {
        cluster.putNode(node("a").build());
        cluster.putNode(node("b").build());
    }

    @Test
    void aSnapshotDoesNotChange() {
        cluster.putPod(web);
        Snapshot before = cluster.snapshot();
        cluster.putPod(web);
        cluster.assume(web.assignedTo("a"));

        assertThat(before.node("a").pods()).isEmpty();
        assertThat(cluster.snapshot().node("a").requested().milliCpu()).isEqualTo(500);
        assertThat(cluster.snapshot()).isSameAs(cluster.snapshot());
    }

    @Test
    void aSnapshotDoesNotLearnOfANodeThatComesAfterAPod() {
        Snapshot before = cluster.snapshot();
        cluster.putPod(web.assignedTo("a"));
        cluster.putNode(node("c").build());

        assertThat(before.node("c")).isNull();
        assertThat(before.nodes()).hasSize(2);
        assertThat(cluster.snapshot().node("c").name()).isEqualTo("c");
    }

    /** Others move up; a node of an older snapshot, or as it would be with a pod, is the same node. */
    @Test
    void aNodeHasItsPositionWhereverItCameFrom() {
        cluster.putNode(node("c").build());
        Snapshot before = cluster.snapshot();
        cluster.removeNode("a");
        Snapshot after = cluster.snapshot();

        for (NodeState node : before.nodes()) {
            assertThat(before.positionOf(node)).isEqualTo(before.positionOf(node.name()));
            assertThat(after.positionOf(node)).isEqualTo(after.positionOf(node.name()));
            assertThat(after.positionOf(node.with(web.assignedTo(node.name()))))
                    .isEqualTo(after.positionOf(node.name()));
            assertThat(after.positionOf(NodeState.of(node.node()))).isEqualTo(after.positionOf(node.name()));
        }
        assertThat(after.nodeAt(after.positionOf(after.nodes().get(1))).name()).isEqualTo("c");
    }

    @Test
    void aForgottenAssumptionGivesTheRoomBack() {
        cluster.putPod(web);
        cluster.assume(web.assignedTo("a"));
        cluster.forget(web.assignedTo("a"));

        assertThat(milliCpuOn("a")).isZero();
        assertThat(cluster.isAssumed(web.key())).isFalse();
        assertThat(cluster.pod(web.key()).spec().nodeName()).isNull();
    }

    @Test
    void aWatchThatLagsBehindDoesNotUndoAnAssumption() {
        cluster.putPod(web);
        cluster.assume(web.assignedTo("a"));
        cluster.putPod(web);

        assertThat(milliCpuOn("a")).isEqualTo(500);
        assertThat(cluster.isAssumed(web.key())).isTrue();
    }

    @Test
    void aConfirmedBindingIsNoLongerAssumedAndCannotBeForgotten() {
        cluster.putPod(web);
        cluster.assume(web.assignedTo("a"));
        cluster.putPod(web.assignedTo("a"));
        cluster.forget(web.assignedTo("a"));

        assertThat(milliCpuOn("a")).isEqualTo(500);
        assertThat(cluster.isAssumed(web.key())).isFalse();
    }

    @Test
    void theApiServerIsRightAboutWhereAPodIs() {
        cluster.putPod(web);
        cluster.assume(web.assignedTo("a"));
        cluster.putPod(web.assignedTo("b"));

        assertThat(milliCpuOn("a")).isZero();
        assertThat(milliCpuOn("b")).isEqualTo(500);
    }

    @Test
    void aReplacementOfTheSameNameIsAnotherPod() {
        cluster.putPod(web);
        cluster.assume(web.assignedTo("a"));
        cluster.putPod(pod("web").uid("another").build());

        assertThat(milliCpuOn("a")).isZero();
        assertThat(cluster.isAssumed(web.key())).isFalse();
    }

    @Test
    void aTerminatedPodGivesItsRoomBack() {
        cluster.putPod(web.assignedTo("a"));
        cluster.putPod(pod("web").cpu("500m").on("a").phase(Phase.SUCCEEDED).build());

        assertThat(milliCpuOn("a")).isZero();
        assertThat(cluster.pod(web.key())).isNull();
    }

    @Test
    void podsSeenBeforeTheirNodeCountOnceItIsThere() {
        cluster.putPod(pod("early").cpu("1").on("late").build());
        assertThat(cluster.snapshot().node("late")).isNull();

        cluster.putNode(node("late").build());

        assertThat(milliCpuOn("late")).isEqualTo(1000);
    }

    @Test
    void aNodeThatReturnsStillHasItsPods() {
        cluster.putPod(web.assignedTo("a"));
        cluster.removeNode("a");
        assertThat(cluster.snapshot().nodes()).extracting(NodeState::name).containsExactly("b");

        cluster.putNode(node("a").build());

        assertThat(milliCpuOn("a")).isEqualTo(500);
        assertThat(cluster.snapshot().node("b").name()).isEqualTo("b");
    }

    @Test
    void aPodThatWentWhileItsNodeWasGoneDoesNotReturnWithIt() {
        cluster.putPod(web.assignedTo("a"));
        cluster.removeNode("a");
        cluster.removePod(web.key());

        cluster.putNode(node("a").build());

        assertThat(milliCpuOn("a")).isZero();
    }

    @Test
    void aChangedNodeKeepsItsPods() {
        cluster.putPod(web.assignedTo("a"));
        cluster.putNode(node("a").cordoned().build());

        assertThat(milliCpuOn("a")).isEqualTo(500);
        assertThat(cluster.snapshot().node("a").node().unschedulable()).isTrue();
    }

    @Test
    void aWorkloadIsKnownWhileItHasPods() {
        cluster.putPod(pod("w-1").workload("w").runningOn("a").build());
        cluster.putPod(pod("w-2").workload("w").build());
        assertThat(workload().pods()).isEqualTo(2);
        assertThat(workload().nodes()).containsExactly("a");

        cluster.removePod(pod("w-1").build().key());
        assertThat(workload().nodes()).isEmpty();
        cluster.removePod(pod("w-2").build().key());

        assertThat(workload()).isNull();
    }

    @Test
    void aNominatedPodIsKnownOnItsNodeUntilItIsBound() {
        cluster.putPod(pod("urgent").nominatedTo("a").build());
        assertThat(cluster.snapshot().nominatedTo("a")).hasSize(1);

        cluster.putPod(pod("urgent").nominatedTo("a").on("a").build());

        assertThat(cluster.snapshot().hasNominations()).isFalse();
    }

    private long milliCpuOn(String node) {
        return cluster.snapshot().node(node).requested().milliCpu();
    }

    private WorkloadNodes.Workload workload() {
        return cluster.snapshot().get(WorkloadNodes.FACT).find("default", "w");
    }

    @Test
    void onlyAPodThatStillWaitsCanBeAssumed() {
        assertThat(cluster.assume(web.assignedTo("a"))).isFalse();
        cluster.putPod(web);
        assertThat(cluster.assume(web.assignedTo("a"))).isTrue();
        assertThat(cluster.assume(web.assignedTo("b"))).isFalse();
        cluster.removePod(web.key());

        assertThat(cluster.assume(web.assignedTo("a"))).isFalse();
        assertThat(milliCpuOn("a")).isZero();
    }

    @Test
    void aPodThatReplacesAnotherOfItsNameBringsItsOwnTerms() {
        AffinityTerm apart = new AffinityTerm(
                LabelSelector.EVERYTHING, Set.of("default"), LabelSelector.NOTHING, "kubernetes.io/hostname");
        PodAffinity terms = new PodAffinity(List.of(), List.of(apart), List.of(), List.of());
        cluster.putPod(pod("db").uid("first").podAffinity(terms).runningOn("a").build());
        assertThat(termsNearWeb()).hasSize(1);

        cluster.putPod(pod("db").uid("second").runningOn("a").build());
        assertThat(termsNearWeb()).isEmpty();
    }

    @Test
    void termsOfAPodThatIsReadInPartLaterAreGone() {
        AffinityTerm apart = new AffinityTerm(
                LabelSelector.EVERYTHING, Set.of("default"), LabelSelector.NOTHING, "kubernetes.io/hostname");
        PodAffinity terms = new PodAffinity(List.of(), List.of(apart), List.of(), List.of());
        cluster.putPod(pod("db").uid("first").podAffinity(terms).runningOn("a").build());

        Pod inPart = pod("db").uid("first").runningOn("a").build();
        cluster.putPod(inPart);
        assertThat(termsNearWeb()).isEmpty();

        cluster.removePod(inPart.key());
        assertThat(termsNearWeb()).isEmpty();
    }

    private List<ScheduledAffinityTerm> termsNearWeb() {
        List<ScheduledAffinityTerm> terms = new ArrayList<>();
        cluster.snapshot().forTermsNear(web, (term, byNode) -> terms.add(term));
        return terms;
    }

    @Test
    void aPromiseOutlivesWatchEventsThatDoNotKnowIt() {
        cluster.putPod(web);
        cluster.nominate(web, "a");
        cluster.putPod(web);

        assertThat(cluster.snapshot().nominatedTo("a")).hasSize(1);
        cluster.putPod(web.nominatedTo("b"));
        assertThat(cluster.snapshot().nominatedTo("a")).isEmpty();
        cluster.putPod(web);
        assertThat(cluster.snapshot().hasNominations()).isFalse();
    }

    @Test
    void aWithdrawalOutlivesWatchEventsThatDoNotKnowIt() {
        cluster.putPod(web);
        cluster.nominate(web, "a");
        cluster.nominate(web, null);
        cluster.putPod(web);
        cluster.putPod(web.nominatedTo("a"));
        assertThat(cluster.snapshot().hasNominations()).as("shown late").isFalse();

        cluster.putPod(web);
        cluster.putPod(web.nominatedTo("a"));
        assertThat(cluster.snapshot().nominatedTo("a"))
                .as("nominated again by another, once the withdrawal was shown")
                .hasSize(1);
    }

    @Test
    void theWithdrawalOfANominationThatWasShownEndsWhenThatIsShown() {
        cluster.putPod(web.nominatedTo("a"));
        cluster.nominate(web, null);
        cluster.putPod(web.nominatedTo("a"));
        assertThat(cluster.snapshot().hasNominations()).isFalse();
        cluster.putPod(web.nominatedTo("b"));
        assertThat(cluster.snapshot().nominatedTo("b")).hasSize(1);

        cluster.nominate(web, null);
        cluster.putPod(web);
        cluster.putPod(web.nominatedTo("b"));
        assertThat(cluster.snapshot().nominatedTo("b")).hasSize(1);
    }

    @Test
    void anAssumptionKeepsWhatChangedAboutThePodSinceTheDecision() {
        cluster.putPod(web);
        Pod newer = pod("web").cpu("700m").label("delay", "5").build();
        cluster.putPod(newer);
        assertThat(cluster.assume(web.assignedTo("a").backedUpBy("b"))).isTrue();

        assertThat(milliCpuOn("a")).isEqualTo(700);
        assertThat(cluster.pod(web.key()).labels()).containsEntry("delay", "5");
        assertThat(cluster.pod(web.key()).backupNode()).isEqualTo("b");
        cluster.forget(web.assignedTo("a"));
        assertThat(cluster.pod(web.key())).isEqualTo(newer);
    }

    @Test
    void aPodThatIsResizedInPlaceAwayFromItsOwnerLeavesNothingBehind() {
        Pod away = pod("away")
                .cpu("500m")
                .annotation("edgewise.dev/owner-node", "a")
                .runningOn("b")
                .build();
        cluster.putPod(away);
        cluster.putPod(pod("away")
                .cpu("1")
                .annotation("edgewise.dev/owner-node", "a")
                .runningOn("b")
                .build());
        assertThat(cluster.snapshot().milliCpuAwayFrom("a", "default")).isEqualTo(1000);

        cluster.removePod(away.key());
        assertThat(cluster.snapshot().milliCpuAwayFrom("a", "default")).isZero();
    }
}
