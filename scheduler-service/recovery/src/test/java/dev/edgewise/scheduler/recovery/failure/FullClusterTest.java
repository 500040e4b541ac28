package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverWorld.protectedPod;
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
    private final FailoverWorld world = new FailoverWorld(1);

    /** A node refuses what is bound to room that a balloon holds still. */
    @Test
    void balloonsGiveWayBeforePodsRestart() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        Runnable keeper = world.balloonKeeper(true);
        keeper.run();
        assertThat(world.balloons.held(backup)).isEqualTo(3);

        world.balloons.deletes = false;
        failHome(lost);
        world.steps(Duration.ofSeconds(2));
        keeper.run();
        assertThat(world.written).contains("reserve a " + backup).doesNotContain("delete a");
        world.balloons.deletes = true;
        world.steps(Duration.ofSeconds(2));

        assertThat(world.written).containsSubsequence("guard " + backup, "delete balloon-" + backup + "-0", "delete a");
        assertThat(world.replacement(lost.pod().controllerUid()).home()).isEqualTo(backup);
        assertThat(world.written).doesNotContain("unguard " + backup);
        world.steps(Duration.ofSeconds(3));
        assertThat(world.written).contains("unguard " + backup);
    }

    /** The kubelet of the backup was restarted. */
    @Test
    void aBackupThatIsNotReadyForAMomentKeepsItsRoomWhereNoOtherNodeHasAny() {
        String backup = Objects.requireNonNull(place(protectedPod("a", "3Gi")).backup());
        world.place(pod("waiting").memory("3Gi"));

        world.fail(backup, node(backup).memory("4Gi"));
        world.step(Duration.ofSeconds(1));
        world.step(Duration.ofSeconds(1));
        world.scenario.nodes(node(backup).memory("4Gi"));
        world.steps(Duration.ofSeconds(1));

        assertThat(world.byName().get("a").backup()).isEqualTo(backup);
        assertThat(world.scenario.nodeOf("waiting")).isNull();
    }

    /** The home is back before the pod was deleted. */
    @Test
    void roomThatIsGivenBackIsKeptAgainAndNobodyElseHasItInBetween() {
        PodWithBackup a = place(protectedPod("a", "3Gi"));
        world.place(pod("waiting").memory("3Gi"));
        failHome(a);
        world.step(Duration.ofSeconds(2));
        assertThat(world.written).containsExactly("reserve a " + a.backup());

        world.scenario.nodes(node(a.home()).memory("4Gi"));
        world.steps(Duration.ZERO);

        assertThat(world.written).contains("release recovery-" + a.pod().uid()).doesNotContain("delete a");
        assertThat(world.byName().get("a").backup()).isEqualTo(a.backup());
        assertThat(world.scenario.nodeOf("waiting")).isNull();
    }

    /** A replica of the same controller, for example, that has waited for capacity all along. */
    @Test
    void nobodyTakesRoomThatABalloonHoldsStill() {
        PodWithBackup lost = place(protectedPod("a", "3Gi").controllerUid("both"));
        String backup = Objects.requireNonNull(lost.backup());
        world.balloonKeeper(true).run();
        world.place(protectedPod("waiting", "3Gi").controllerUid("both"));
        world.balloons.deletes = false;

        failHome(lost);
        world.steps(Duration.ofSeconds(2));
        assertThat(world.written).contains("reserve a " + backup);
        assertThat(world.scenario.nodeOf("waiting")).isNull();

        world.balloons.deletes = true;
        world.steps(Duration.ofSeconds(1));
        assertThat(world.replacement("both").home()).isEqualTo(backup);
    }

    /** A scheduler without the right to taint nodes restarts pods all the same. */
    @Test
    void withoutAGuardPodsRestartAfterAMoment() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        world.balloonKeeper(true).run();
        world.balloons.guards = false;
        failHome(lost);
        world.steps(Duration.ofSeconds(2));
        world.steps(Duration.ofSeconds(2));

        assertThat(world.written).contains("delete a");
        assertThat(world.replacement(lost.pod().controllerUid()).home()).isEqualTo(lost.backup());
    }

    /** A full backup that keeps room for pods of two nodes needs it for those of one. */
    @Test
    void othersKeepTheirBackupWhereTheRoomOfTheBalloonSuffices() {
        world.scenario.nodes(
                node("n1").memory("8Gi"), node("n2").memory("8Gi"), node("n3").memory("8Gi"));
        for (String name : List.of("a", "b")) {
            world.scenario.feed.pod(protectedPod(name, name.equals("a") ? "1Gi" : "2Gi")
                    .runningOn(name.equals("a") ? "n1" : "n3")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2")
                    .build());
        }
        world.scenario.feed.pod(pod("x").memory("5Gi").runningOn("n2").build());
        world.balloonKeeper(true).run();
        assertThat(world.balloons.held("n2")).isEqualTo(2);

        world.fail("n1", node("n1").memory("8Gi"));
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(2));

        assertThat(world.byName().get("b").backup()).isEqualTo("n2");
        assertThat(world.scenario.state.protection().releasedBalloons()).isEmpty();
    }

    /** The next leader finds the reservation of a leader that died. */
    @Test
    void theNextLeaderHasThemGiveWayToo() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        world.balloonKeeper(true).run();
        failHome(lost);
        world.step(Duration.ofSeconds(2));
        world.scenario.state.protection().follow();
        world.scenario.cycle.exclusively(world.scenario.state.reservations()::follow);
        world.restart();
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));
        world.steps(Duration.ofSeconds(2));

        assertThat(world.written).containsSubsequence("delete balloon-" + backup + "-0", "delete a");
        assertThat(world.replacement(lost.pod().controllerUid()).home()).isEqualTo(backup);
    }

    /** The new leader knows neither which balloons are released nor what has failed. */
    @Test
    void aNewLeaderBindsNothingToRoomThatABalloonHolds() {
        PodWithBackup lost = place(protectedPod("a", "3Gi").controllerUid("both"));
        world.balloonKeeper(true).run();
        world.place(protectedPod("waiting", "3Gi").controllerUid("both"));
        world.balloons.deletes = false;
        failHome(lost);
        world.steps(Duration.ofSeconds(2));

        world.scenario.state.protection().follow();
        world.scenario.cycle.exclusively(world.scenario.state.reservations()::follow);
        world.scenario.pass(Duration.ofMinutes(10)).run();
        assertThat(world.scenario.nodeOf("waiting")).isNull();
    }

    /** A released balloon is deleted after that time alone. */
    @Test
    void noBalloonIsDeletedBeforeOthersAreKeptAway() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        Runnable keeper = world.balloonKeeper(true);
        keeper.run();
        failHome(lost);
        world.scenario.pass(Duration.ofSeconds(2));
        world.reconcile();
        // The API server takes its time for the status of the reservation.
        for (int i = 0; i < 30; i++) {
            world.scenario.pass(Duration.ofSeconds(1));
            keeper.run();
        }
        assertThat(world.written).contains("reserve a " + lost.backup()).noneMatch(said -> said.startsWith("delete"));

        world.writeStatuses();
        world.steps(Duration.ofMillis(250));
        assertThat(world.written).containsSubsequence("guard " + lost.backup(), "delete balloon-n2-0", "delete a");
    }

    /** An eviction, for example, deletes the pod before the balloon is gone. */
    @Test
    void wherePodsAreDeletedByOthersTheRoomIsOfUseAllTheSame() {
        PodWithBackup lost = place(protectedPod("a", "3Gi").controllerUid("both"));
        Runnable keeper = world.balloonKeeper(true);
        keeper.run();
        failHome(lost);
        world.step(Duration.ofSeconds(2));
        world.scenario.feed.podGone(lost.pod().key());
        world.place(protectedPod("new", "3Gi").controllerUid("both"));
        for (int i = 0; i < 3; i++) {
            keeper.run();
            world.step(Duration.ofSeconds(1));
        }
        assertThat(world.written).containsSubsequence("guard " + lost.backup(), "delete balloon-n2-0");
        assertThat(world.scenario.nodeOf("new")).isEqualTo(lost.backup());
    }

    /** Requests from before say nothing of what it may delete now. */
    @Test
    void aReplicaThatLeadsAgainHasBalloonsGiveWayAnew() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        world.balloonKeeper(true).run();
        world.balloons.deletes = false;
        failHome(lost);
        world.steps(Duration.ofSeconds(2));
        world.scenario.decisions.active = false;
        world.scenario.cycle.exclusively(world.scenario.state.reservations()::follow);
        world.step(Duration.ofSeconds(20));

        world.scenario.decisions.active = true;
        world.balloons.deletes = true;
        world.steps(Duration.ofSeconds(2));
        assertThat(world.written).containsSubsequence("delete balloon-" + backup + "-0", "delete a");
    }

    /** Nor does one that a policy protects keep others from being deleted. */
    @Test
    void podsRestartAfterAWhileWhereBalloonsCannotBeDeleted() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        world.balloonKeeper(true).run();
        world.balloons.deletes = false;
        failHome(lost);
        for (int i = 0; i < 10; i++) {
            world.step(Duration.ofSeconds(1));
        }
        assertThat(world.written).doesNotContain("delete a");
        for (int i = 0; i < 15; i++) {
            world.step(Duration.ofSeconds(1));
        }
        assertThat(world.written).contains("delete a");
    }

    /** The time limit begins with the first deletion, not while others are kept away. */
    @Test
    void aBalloonIsNotGivenUpBeforeItWasToBeDeleted() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        String backup = Objects.requireNonNull(lost.backup());
        world.balloonKeeper(true).run();
        failHome(lost);
        world.step(Duration.ofSeconds(2));
        world.step(Duration.ofMillis(250));
        world.step(Duration.ofSeconds(30));
        world.step(Duration.ofSeconds(1));
        assertThat(world.written).containsSubsequence("guard " + backup, "delete balloon-" + backup + "-0", "delete a");
    }

    /** A webhook does not answer for a while, for example. */
    @Test
    void slowAnswersMakeThatWhileNoLonger() {
        PodWithBackup lost = place(protectedPod("a", "3Gi"));
        world.balloonKeeper(true).run();
        world.balloons.deletes = false;
        world.balloons.deletionTakes = Duration.ofSeconds(21);
        failHome(lost);
        for (int i = 0; i < 8; i++) {
            world.step(Duration.ofSeconds(1));
        }
        assertThat(world.written).contains("delete a");
    }

    /** Others with the right to create reservations can use the names of those of pods that restart. */
    @Test
    void othersAreNotKeptAwayForWhatHoldsNoRoomNorForLong() {
        world.scenario.nodes(node("n1").memory("4Gi"), node("n2").memory("4Gi"));
        world.scenario
                .feed
                .reservations()
                .put(TestReservations.reservation("recovery-x")
                        .on("n1")
                        .memory(64L << 30)
                        .build());
        world.scenario
                .feed
                .reservations()
                .put(TestReservations.reservation("recovery-y")
                        .on("n2")
                        .memory(1L << 30)
                        .build());
        world.scenario.cycle.exclusively(
                () -> world.scenario.state.reservations().accept(100));
        world.balloons.guard("n1", true);
        world.balloons.guard("n2", true);
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(2));
        assertThat(world.written).contains("unguard n1").doesNotContain("unguard n2");

        world.step(Duration.ofMinutes(10));
        world.step(Duration.ofSeconds(2));
        assertThat(world.written).contains("unguard n2");
    }

    /** A pod that tolerates every taint takes part of the capacity, for example. */
    @Test
    void wherePartOfTheRoomIsTakenTheRestIsOfUse() {
        world.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("8Gi"), node("n3").memory("0"));
        world.scenario.pods(pod("x").memory("4Gi").runningOn("n2"));
        for (String name : List.of("a", "b")) {
            world.scenario.pods(protectedPod(name, "2Gi")
                    .controllerUid("both")
                    .runningOn("n1")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        }
        world.fail("n1", node("n1").memory("4Gi"));
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(2));
        world.scenario.pods(pod("filler").memory("2Gi").runningOn("n2"));
        world.steps(Duration.ofMillis(250));

        assertThat(world.written).contains("delete a", "delete b");
        assertThat(List.of(
                        String.valueOf(world.scenario.nodeOf("new-0")), String.valueOf(world.scenario.nodeOf("new-1"))))
                .containsExactlyInAnyOrder("n2", "null");
    }

    /** The pod a, which another node of two keeps room for. */
    private PodWithBackup place(TestPods.Builder pod) {
        world.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("0"));
        world.place(pod);
        return world.byName().get("a");
    }

    private void failHome(PodWithBackup lost) {
        world.fail(lost.home(), node(lost.home()).memory("4Gi"));
        world.step(Duration.ZERO);
    }
}
