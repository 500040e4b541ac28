package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverWorld.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The next leader continues with what the previous one left. */
class NextLeaderTest {
    private FailoverWorld world = new FailoverWorld(1);

    @Test
    void aReplicaThatDoesNotDecideWritesNothingAndFollowsTheAnnotations() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.place(protectedPod("a", "1Gi"));
        Pod bound = world.byName().get("a").pod();
        String other = List.of("n1", "n2", "n3").stream()
                .filter(name -> !name.equals(bound.spec().nodeName()) && !name.equals(bound.backupNode()))
                .findFirst()
                .orElseThrow();
        world.scenario.decisions.active = false;

        world.scenario.feed.pod(bound.backedUpBy(other));
        world.step(Duration.ofSeconds(10));

        assertThat(world.byName().get("a").backup()).isEqualTo(other);
        assertThat(world.written).isEmpty();
    }

    @Test
    void aReservationThatWasCreatedBeforeTheLeaderDiedGetsTheRoomThatIsKeptForItsPod() {
        world.scenario.nodes(node("n2").memory("2Gi"));
        world.scenario.pods(protectedPod("a", "2Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        Reservation unseen = world.reserved(world.byName().get("a").pod(), "n2");
        world.fail("n1", node("n1").memory("2Gi"));
        world.scenario.feed.reservations().put(unseen);
        world.scenario.cycle.exclusively(
                () -> world.scenario.state.reservations().accept(100));

        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.byName().get("new-0").home()).isEqualTo("n2");
    }

    @Test
    void whatALeaderThatDiedHasReservedIsTakenBeforeAllOthersAreLookedAt() {
        world.scenario.nodes(
                node("n2").memory("10Gi"),
                node("n3").memory("200Gi"),
                node("n4").memory("200Gi"));
        for (int i = 0; i < 90; i++) {
            runOn("n3", "other" + i, "n4");
        }
        for (int i = 0; i < 10; i++) {
            runOn("n4", "same-backup" + i, "n2");
            runOn("n1", "lost" + i, "n2");
        }
        world.byName().values().stream().filter(pod -> pod.home().equals("n1")).forEach(pod -> world.scenario
                .feed
                .reservations()
                .put(world.reserved(pod.pod(), "n2").withStatus(new ReservationStatus(Phase.ACTIVE))));
        world.fail("n1", node("n1").memory("10Gi"));

        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.byName().entrySet().stream()
                        .filter(pod -> pod.getKey().startsWith("new-"))
                        .map(pod -> pod.getValue().home()))
                .hasSize(10)
                .containsOnly("n2");
    }

    @Test
    void whatReplacesALostPodTakesItsReservationAsSoonAsAnotherLeads() {
        world.scenario.nodes(node("n2").memory("10Gi"), node("n4").memory("99Gi"));
        for (int i = 0; i < 10; i++) {
            runOn("n4", "same-backup" + i, "n2");
        }
        runOn("n1", "lost", "n2");
        Pod lost = world.byName().get("lost").pod();
        world.scenario
                .feed
                .reservations()
                .put(world.reserved(lost, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        world.delete(lost, false, () -> true);

        world.scenario.run().confirm();

        assertThat(world.byName().get("new-0").home()).isEqualTo("n2");
    }

    @Test
    void podsThatWereBoundWithoutABackupAreLookedAtBeforeAllOthers() {
        world.scenario.nodes(
                node("n1").memory("200Gi"),
                node("n2").memory("200Gi"),
                node("n3").memory("200Gi"));
        for (int i = 0; i < 60; i++) {
            runOn("n1", "other" + i, "n2");
        }
        world.scenario.pods(protectedPod("left", "1Gi").runningOn("n1"));
        world.step(Duration.ofSeconds(1));
        assertThat(world.byName().get("left").backup())
                .as("by the leader before")
                .isNotNull();

        world.scenario.pods(protectedPod("late", "1Gi").runningOn("n1"));
        world.step(Duration.ofSeconds(1));
        assertThat(world.byName().get("late").backup()).isNotNull();
    }

    @Test
    void roomThatWasReservedForAPodIsGivenBackOnceItsNodeIsWell() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        runOn("n1", "a", "n2");
        Pod pod = world.byName().get("a").pod();
        world.scenario
                .feed
                .reservations()
                .put(world.reserved(pod, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        world.fail("n1", node("n1"));
        world.written.clear();
        world.step(Duration.ZERO);
        world.scenario.nodes(node("n1"));

        world.step(Duration.ofMillis(250));
        world.step(Duration.ofSeconds(4));
        assertThat(world.written).as("it may fail again").isEmpty();
        world.step(Duration.ofSeconds(1));
        world.step(Duration.ofSeconds(5));

        assertThat(world.written).containsExactly("release recovery-uid-of-a");
        assertThat(world.byName().get("a").backup()).isNotNull();
    }

    /** A node that fails meanwhile waits for no more. */
    @Test
    void muchRoomIsGivenBackAFewAtATime() {
        world.scenario.nodes(
                node("n1").cpu("100").memory("100Gi"), node("n2").cpu("100").memory("100Gi"));
        for (int i = 0; i < 12; i++) {
            runOn("n1", "p" + i, "n2");
            Pod pod = world.byName().get("p" + i).pod();
            world.scenario
                    .feed
                    .reservations()
                    .put(world.reserved(pod, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        }
        world.step(Duration.ZERO);
        world.written.clear();

        world.step(Duration.ofSeconds(5));
        assertThat(world.written).hasSize(5);
        world.step(Duration.ofMillis(250));
        assertThat(world.written).hasSize(10);
        world.step(Duration.ofMillis(250));
        assertThat(world.written).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void roomThatIsForAPodWhichIsBeingReplacedIsKept() {
        world.scenario.nodes(node("n1"), node("n2"));
        runOn("n1", "a", "n2");
        Pod pod = world.byName().get("a").pod();
        world.scenario
                .feed
                .reservations()
                .put(world.reserved(pod, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        world.written.clear();
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").terminating());

        world.step(Duration.ofSeconds(1));
        world.step(Duration.ofSeconds(9));

        assertThat(world.written).isEmpty();
    }

    private void runOn(String node, String name, String backup) {
        world.scenario.pods(protectedPod(name, "1Gi").runningOn(node).annotation(Names.BACKUP_NODE_ANNOTATION, backup));
    }

    @Property(tries = 40, seed = "14")
    void afterAnyFailureAndRestartEveryProtectedPodRunsAgainWithoutPreemption(
            @ForAll @IntRange(max = 1_000_000) int seed, @ForAll @IntRange(max = 3) int restarts) {
        world = new FailoverWorld(seed);
        for (int i = 0; i < 6; i++) {
            world.scenario.nodes(node("n" + i).memory("12Gi"));
        }
        for (int i = 0; i < 20; i++) {
            world.place(protectedPod("p" + i, (1 + (seed + i) % 3) + "Gi"));
        }
        List<PodWithBackup> before = world.scenario.state.protection().pods();
        String failed = before.get(0).home();

        world.fail(failed, node(failed).memory("12Gi"));
        world.step(Duration.ZERO);
        for (int i = 0; i < restarts; i++) {
            world.restart();
            world.step(Duration.ofSeconds(1));
        }
        world.steps(Duration.ofSeconds(2));
        world.steps(Duration.ofSeconds(6));

        Map<String, String> homes = new HashMap<>();
        world.scenario
                .state
                .protection()
                .pods()
                .forEach(pod -> homes.put(pod.pod().controllerUid(), pod.home()));
        for (PodWithBackup pod : before) {
            String now = homes.get(pod.pod().controllerUid());
            if (!pod.home().equals(failed)) {
                assertThat(now).isEqualTo(pod.home());
            } else if (pod.backup() != null) {
                assertThat(now).isEqualTo(pod.backup());
            }
        }
        assertThat(world.scenario.world.evicted).isEmpty();
    }
}
