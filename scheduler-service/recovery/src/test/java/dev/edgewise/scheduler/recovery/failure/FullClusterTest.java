package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.scheduler.testing.TestReservations;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Pods restart in a cluster that another scheduler fills. */
class FullClusterTest {
    private final FailoverFixture fixture = new FailoverFixture(1);

    /** A node refuses what is bound to room that a balloon holds still. */
    @Test
    void balloonsGiveWayBeforePodsRestart() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        Runnable keeper = fixture.balloonKeeper(true);
        keeper.run();
        assertThat(fixture.balloons.held(backup)).isEqualTo(3);

        fixture.balloons.deletes = false;
        failHome(lost);
        fixture.steps(Duration.ofSeconds(2));
        keeper.run();
        assertThat(fixture.written).contains("reserve a " + backup).doesNotContain("delete a");
        fixture.balloons.deletes = true;
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.written)
                .containsSubsequence("guard " + backup, "delete balloon-" + backup + "-0", "delete a");
        assertThat(fixture.replacement(lost.pod().controllerUid()).home()).isEqualTo(backup);
        assertThat(fixture.written).doesNotContain("unguard " + backup);
        fixture.steps(Duration.ofSeconds(3));
        assertThat(fixture.written).contains("unguard " + backup);
    }

    /** The kubelet of the backup was restarted. */
    @Test
    void aBackupThatIsNotReadyForAMomentKeepsItsRoomWhereNoOtherNodeHasAny() {
        String backup = Objects.requireNonNull(place(protectedPod("a", "3Gi")).backup());
        fixture.place(pod("waiting").memory("3Gi"));

        fixture.fail(backup, node(backup).memory("4Gi"));
        fixture.step(Duration.ofSeconds(1));
        fixture.step(Duration.ofSeconds(1));
        fixture.scenario.nodes(node(backup).memory("4Gi"));
        fixture.steps(Duration.ofSeconds(1));

        assertThat(fixture.byName().get("a").backup()).isEqualTo(backup);
        assertThat(fixture.scenario.nodeOf("waiting")).isNull();
    }

    /** The home is back before the pod was deleted. */
    @Test
    void roomThatIsGivenBackIsKeptAgainAndNobodyElseHasItInBetween() {
        PodWithBackup a = place(protectedPod("a", "3Gi"));
        fixture.place(pod("waiting").memory("3Gi"));
        failHome(a);
        fixture.step(Duration.ofSeconds(2));
        assertThat(fixture.written).containsExactly("reserve a " + a.backup());

        fixture.scenario.nodes(node(a.home()).memory("4Gi"));
        fixture.steps(Duration.ZERO);

        assertThat(fixture.written)
                .contains("release recovery-" + a.pod().uid())
                .doesNotContain("delete a");
        assertThat(fixture.byName().get("a").backup()).isEqualTo(a.backup());
        assertThat(fixture.scenario.nodeOf("waiting")).isNull();
    }

    /** A replica of the same controller, for example, that has waited for capacity all along. */
    @Test
    void nobodyTakesRoomThatABalloonHoldsStill() {
        PodWithBackup lost = place(protectedPod("a", "3Gi").controllerUid("both"));
        String backup = Objects.requireNonNull(lost.backup());
        fixture.balloonKeeper(true).run();
        fixture.place(protectedPod("waiting", "3Gi").controllerUid("both"));
        fixture.balloons.deletes = false;

        failHome(lost);
        fixture.steps(Duration.ofSeconds(2));
        assertThat(fixture.written).contains("reserve a " + backup);
        assertThat(fixture.scenario.nodeOf("waiting")).isNull();

        fixture.balloons.deletes = true;
        fixture.steps(Duration.ofSeconds(1));
        assertThat(fixture.replacement("both").home()).isEqualTo(backup);
    }

    /** A scheduler without the right to taint nodes restarts pods all the same. */
    @Test
    void withoutAGuardPodsRestartAfterAMoment() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        fixture.balloonKeeper(true).run();
        fixture.balloons.guards = false;
        failHome(lost);
        fixture.steps(Duration.ofSeconds(2));
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.written).contains("delete a");
        assertThat(fixture.replacement(lost.pod().controllerUid()).home()).isEqualTo(lost.backup());
    }

    /** A full backup that keeps room for pods of two nodes needs it for those of one. */
    @Test
    void othersKeepTheirBackupWhereTheRoomOfTheBalloonSuffices() {
        fixture.scenario.nodes(
                node("n1").memory("8Gi"), node("n2").memory("8Gi"), node("n3").memory("8Gi"));
        for (String name : List.of("a", "b")) {
            fixture.scenario.feed.pod(protectedPod(name, name.equals("a") ? "1Gi" : "2Gi")
                    .runningOn(name.equals("a") ? "n1" : "n3")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2")
                    .build());
        }
        fixture.scenario.feed.pod(pod("x").memory("5Gi").runningOn("n2").build());
        fixture.balloonKeeper(true).run();
        assertThat(fixture.balloons.held("n2")).isEqualTo(2);

        fixture.fail("n1", node("n1").memory("8Gi"));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(2));

        assertThat(fixture.byName().get("b").backup()).isEqualTo("n2");
        assertThat(fixture.scenario.state.protection().releasedBalloons()).isEmpty();
    }

    /** The next leader finds the reservation of a leader that died. */
    @Test
    void theNextLeaderHasThemGiveWayToo() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        fixture.balloonKeeper(true).run();
        failHome(lost);
        fixture.step(Duration.ofSeconds(2));
        fixture.scenario.state.protection().follow();
        fixture.scenario.cycle.exclusively(fixture.scenario.state.reservations()::follow);
        fixture.restart();
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.written).containsSubsequence("delete balloon-" + backup + "-0", "delete a");
        assertThat(fixture.replacement(lost.pod().controllerUid()).home()).isEqualTo(backup);
    }

    /** The new leader knows neither which balloons are released nor what has failed. */
    @Test
    void aNewLeaderBindsNothingToRoomThatABalloonHolds() {
        PodWithBackup lost = place(protectedPod("a", "3Gi").controllerUid("both"));
        fixture.balloonKeeper(true).run();
        fixture.place(protectedPod("waiting", "3Gi").controllerUid("both"));
        fixture.balloons.deletes = false;
        failHome(lost);
        fixture.steps(Duration.ofSeconds(2));

        fixture.scenario.state.protection().follow();
        fixture.scenario.cycle.exclusively(fixture.scenario.state.reservations()::follow);
        fixture.scenario.pass(Duration.ofMinutes(10)).run();
        assertThat(fixture.scenario.nodeOf("waiting")).isNull();
    }

    /** A released balloon is deleted after that time alone. */
    @Test
    void noBalloonIsDeletedBeforeOthersAreKeptAway() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        Runnable keeper = fixture.balloonKeeper(true);
        keeper.run();
        failHome(lost);
        fixture.scenario.pass(Duration.ofSeconds(2));
        fixture.reconcile();
        // The API server takes its time for the status of the reservation.
        for (int i = 0; i < 30; i++) {
            fixture.scenario.pass(Duration.ofSeconds(1));
            keeper.run();
        }
        assertThat(fixture.written).contains("reserve a " + lost.backup()).noneMatch(said -> said.startsWith("delete"));

        fixture.writeStatuses();
        fixture.steps(Duration.ofMillis(250));
        assertThat(fixture.written).containsSubsequence("guard " + lost.backup(), "delete balloon-n2-0", "delete a");
    }

    /** An eviction, for example, deletes the pod before the balloon is gone. */
    @Test
    void wherePodsAreDeletedByOthersTheRoomIsOfUseAllTheSame() {
        PodWithBackup lost = place(protectedPod("a", "3Gi").controllerUid("both"));
        Runnable keeper = fixture.balloonKeeper(true);
        keeper.run();
        failHome(lost);
        fixture.step(Duration.ofSeconds(2));
        fixture.scenario.feed.podGone(lost.pod().key());
        fixture.place(protectedPod("new", "3Gi").controllerUid("both"));
        for (int i = 0; i < 3; i++) {
            keeper.run();
            fixture.step(Duration.ofSeconds(1));
        }
        assertThat(fixture.written).containsSubsequence("guard " + lost.backup(), "delete balloon-n2-0");
        assertThat(fixture.scenario.nodeOf("new")).isEqualTo(lost.backup());
    }

    /** Requests from before say nothing of what it may delete now. */
    @Test
    void aReplicaThatLeadsAgainHasBalloonsGiveWayAnew() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        fixture.balloonKeeper(true).run();
        fixture.balloons.deletes = false;
        failHome(lost);
        fixture.steps(Duration.ofSeconds(2));
        fixture.scenario.decisions.active = false;
        fixture.scenario.cycle.exclusively(fixture.scenario.state.reservations()::follow);
        fixture.step(Duration.ofSeconds(20));

        fixture.scenario.decisions.active = true;
        fixture.balloons.deletes = true;
        fixture.steps(Duration.ofSeconds(2));
        assertThat(fixture.written).containsSubsequence("delete balloon-" + backup + "-0", "delete a");
    }

    /** Nor does one that a policy protects keep others from being deleted. */
    @Test
    void podsRestartAfterAWhileWhereBalloonsCannotBeDeleted() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        fixture.balloonKeeper(true).run();
        fixture.balloons.deletes = false;
        failHome(lost);
        for (int i = 0; i < 10; i++) {
            fixture.step(Duration.ofSeconds(1));
        }
        assertThat(fixture.written).doesNotContain("delete a");
        for (int i = 0; i < 15; i++) {
            fixture.step(Duration.ofSeconds(1));
        }
        assertThat(fixture.written).contains("delete a");
    }

    /** The time limit begins with the first deletion, not while others are kept away. */
    @Test
    void aBalloonIsNotGivenUpBeforeItWasToBeDeleted() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        fixture.balloonKeeper(true).run();
        failHome(lost);
        fixture.step(Duration.ofSeconds(2));
        fixture.step(Duration.ofMillis(250));
        fixture.step(Duration.ofSeconds(30));
        fixture.step(Duration.ofSeconds(1));
        assertThat(fixture.written)
                .containsSubsequence("guard " + backup, "delete balloon-" + backup + "-0", "delete a");
    }

    /** A webhook does not answer for a while, for example. */
    @Test
    void slowAnswersMakeThatWhileNoLonger() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        fixture.balloonKeeper(true).run();
        fixture.balloons.deletes = false;
        fixture.balloons.deletionTakes = Duration.ofSeconds(21);
        failHome(lost);
        for (int i = 0; i < 8; i++) {
            fixture.step(Duration.ofSeconds(1));
        }
        assertThat(fixture.written).contains("delete a");
    }

    /** Others with the right to create reservations can use the names of those of pods that restart. */
    @Test
    void othersAreNotKeptAwayForWhatHoldsNoRoomNorForLong() {
        fixture.scenario.nodes(node("n1").memory("4Gi"), node("n2").memory("4Gi"));
        fixture.scenario
                .feed
                .reservations()
                .put(TestReservations.reservation("recovery-x")
                        .on("n1")
                        .memory(64L << 30)
                        .build());
        fixture.scenario
                .feed
                .reservations()
                .put(TestReservations.reservation("recovery-y")
                        .on("n2")
                        .memory(1L << 30)
                        .build());
        fixture.scenario.cycle.exclusively(
                () -> fixture.scenario.state.reservations().accept(100));
        fixture.balloons.guard("n1", true);
        fixture.balloons.guard("n2", true);
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(2));
        assertThat(fixture.written).contains("unguard n1").doesNotContain("unguard n2");

        fixture.step(Duration.ofMinutes(10));
        fixture.step(Duration.ofSeconds(2));
        assertThat(fixture.written).contains("unguard n2");
    }

    /** A pod that tolerates every taint takes part of the capacity, for example. */
    @Test
    void wherePartOfTheRoomIsTakenTheRestIsOfUse() {
        fixture.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("8Gi"), node("n3").memory("0"));
        fixture.scenario.pods(pod("x").memory("4Gi").runningOn("n2"));
        for (String name : List.of("a", "b")) {
            fixture.scenario.pods(protectedPod(name, "2Gi")
                    .controllerUid("both")
                    .runningOn("n1")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        }
        fixture.fail("n1", node("n1").memory("4Gi"));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(2));
        fixture.scenario.pods(pod("filler").memory("2Gi").runningOn("n2"));
        fixture.steps(Duration.ofMillis(250));

        assertThat(fixture.written).contains("delete a", "delete b");
        assertThat(List.of(
                        String.valueOf(fixture.scenario.nodeOf("new-0")),
                        String.valueOf(fixture.scenario.nodeOf("new-1"))))
                .containsExactlyInAnyOrder("n2", "null");
    }

    /** The pod a, which another node of two keeps room for. */
    private PodWithBackup place(TestPods.Builder pod) {
        fixture.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("0"));
        fixture.place(pod);
        return fixture.byName().get("a");
    }

    private void failHome(PodWithBackup lost) {
        fixture.fail(lost.home(), node(lost.home()).memory("4Gi"));
        fixture.step(Duration.ZERO);
    }
}
