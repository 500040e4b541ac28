package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
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
    private FailoverFixture fixture = new FailoverFixture(1);

    @Test
    void aReplicaThatDoesNotDecideWritesNothingAndFollowsTheAnnotations() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        fixture.place(protectedPod("a", "1Gi"));
        Pod bound = fixture.byName().get("a").pod();
        String other = List.of("n1", "n2", "n3").stream()
                .filter(name -> !name.equals(bound.spec().nodeName()) && !name.equals(bound.backupNode()))
                .findFirst()
                .orElseThrow();
        fixture.scenario.decisions.active = false;

        fixture.scenario.feed.pod(bound.backedUpBy(other));
        fixture.step(Duration.ofSeconds(10));

        assertThat(fixture.byName().get("a").backup()).isEqualTo(other);
        assertThat(fixture.written).isEmpty();
    }

    @Test
    void aReservationThatWasCreatedBeforeTheLeaderDiedGetsTheRoomThatIsKeptForItsPod() {
        fixture.scenario.nodes(node("n2").memory("2Gi"));
        fixture.scenario.pods(protectedPod("a", "2Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        Reservation unseen = fixture.reserved(fixture.byName().get("a").pod(), "n2");
        fixture.fail("n1", node("n1").memory("2Gi"));
        fixture.scenario.feed.reservations().put(unseen);
        fixture.scenario.cycle.exclusively(
                () -> fixture.scenario.state.reservations().accept(100));

        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.byName().get("new-0").home()).isEqualTo("n2");
    }

    @Test
    void whatALeaderThatDiedHasReservedIsTakenBeforeAllOthersAreLookedAt() {
        fixture.scenario.nodes(
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
        fixture.byName().values().stream()
                .filter(pod -> pod.home().equals("n1"))
                .forEach(pod -> fixture.scenario
                        .feed
                        .reservations()
                        .put(fixture.reserved(pod.pod(), "n2").withStatus(new ReservationStatus(Phase.ACTIVE))));
        fixture.fail("n1", node("n1").memory("10Gi"));

        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.byName().entrySet().stream()
                        .filter(pod -> pod.getKey().startsWith("new-"))
                        .map(pod -> pod.getValue().home()))
                .hasSize(10)
                .containsOnly("n2");
    }

    @Test
    void whatReplacesALostPodTakesItsReservationAsSoonAsAnotherLeads() {
        fixture.scenario.nodes(node("n2").memory("10Gi"), node("n4").memory("99Gi"));
        for (int i = 0; i < 10; i++) {
            runOn("n4", "same-backup" + i, "n2");
        }
        runOn("n1", "lost", "n2");
        Pod lost = fixture.byName().get("lost").pod();
        fixture.scenario
                .feed
                .reservations()
                .put(fixture.reserved(lost, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        fixture.delete(lost, false, () -> true);

        fixture.scenario.run().confirm();

        assertThat(fixture.byName().get("new-0").home()).isEqualTo("n2");
    }

    @Test
    void podsThatWereBoundWithoutABackupAreLookedAtBeforeAllOthers() {
        fixture.scenario.nodes(
                node("n1").memory("200Gi"),
                node("n2").memory("200Gi"),
                node("n3").memory("200Gi"));
        for (int i = 0; i < 60; i++) {
            runOn("n1", "other" + i, "n2");
        }
        fixture.scenario.pods(protectedPod("left", "1Gi").runningOn("n1"));
        fixture.step(Duration.ofSeconds(1));
        assertThat(fixture.byName().get("left").backup())
                .as("by the leader before")
                .isNotNull();

        fixture.scenario.pods(protectedPod("late", "1Gi").runningOn("n1"));
        fixture.step(Duration.ofSeconds(1));
        assertThat(fixture.byName().get("late").backup()).isNotNull();
    }

    @Test
    void roomThatWasReservedForAPodIsGivenBackOnceItsNodeIsWell() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        runOn("n1", "a", "n2");
        Pod pod = fixture.byName().get("a").pod();
        fixture.scenario
                .feed
                .reservations()
                .put(fixture.reserved(pod, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        fixture.fail("n1", node("n1"));
        fixture.written.clear();
        fixture.step(Duration.ZERO);
        fixture.scenario.nodes(node("n1"));

        fixture.step(Duration.ofMillis(250));
        fixture.step(Duration.ofSeconds(4));
        assertThat(fixture.written).as("it may fail again").isEmpty();
        fixture.step(Duration.ofSeconds(1));
        fixture.step(Duration.ofSeconds(5));

        assertThat(fixture.written).containsExactly("release recovery-uid-of-a");
        assertThat(fixture.byName().get("a").backup()).isNotNull();
    }

    /** A node that fails meanwhile waits for no more. */
    @Test
    void muchRoomIsGivenBackAFewAtATime() {
        fixture.scenario.nodes(
                node("n1").cpu("100").memory("100Gi"), node("n2").cpu("100").memory("100Gi"));
        for (int i = 0; i < 12; i++) {
            runOn("n1", "p" + i, "n2");
            Pod pod = fixture.byName().get("p" + i).pod();
            fixture.scenario
                    .feed
                    .reservations()
                    .put(fixture.reserved(pod, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        }
        fixture.step(Duration.ZERO);
        fixture.written.clear();

        fixture.step(Duration.ofSeconds(5));
        assertThat(fixture.written).hasSize(5);
        fixture.step(Duration.ofMillis(250));
        assertThat(fixture.written).hasSize(10);
        fixture.step(Duration.ofMillis(250));
        assertThat(fixture.written).hasSize(12).doesNotHaveDuplicates();
    }

    @Test
    void roomThatIsForAPodWhichIsBeingReplacedIsKept() {
        fixture.scenario.nodes(node("n1"), node("n2"));
        runOn("n1", "a", "n2");
        Pod pod = fixture.byName().get("a").pod();
        fixture.scenario
                .feed
                .reservations()
                .put(fixture.reserved(pod, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        fixture.written.clear();
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").terminating());

        fixture.step(Duration.ofSeconds(1));
        fixture.step(Duration.ofSeconds(9));

        assertThat(fixture.written).isEmpty();
    }

    private void runOn(String node, String name, String backup) {
        fixture.scenario.pods(
                protectedPod(name, "1Gi").runningOn(node).annotation(Names.BACKUP_NODE_ANNOTATION, backup));
    }

    @Property(tries = 40, seed = "14")
    void afterAnyFailureAndRestartEveryProtectedPodRunsAgainWithoutPreemption(
            @ForAll @IntRange(max = 1_000_000) int seed, @ForAll @IntRange(max = 3) int restarts) {
        fixture = new FailoverFixture(seed);
        for (int i = 0; i < 6; i++) {
            fixture.scenario.nodes(node("n" + i).memory("12Gi"));
        }
        for (int i = 0; i < 20; i++) {
            fixture.place(protectedPod("p" + i, (1 + (seed + i) % 3) + "Gi"));
        }
        List<PodWithBackup> before = fixture.scenario.state.protection().pods();
        String failed = before.get(0).home();

        fixture.fail(failed, node(failed).memory("12Gi"));
        fixture.step(Duration.ZERO);
        for (int i = 0; i < restarts; i++) {
            fixture.restart();
            fixture.step(Duration.ofSeconds(1));
        }
        fixture.steps(Duration.ofSeconds(2));
        fixture.steps(Duration.ofSeconds(6));

        Map<String, String> homes = new HashMap<>();
        fixture.scenario
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
        assertThat(fixture.scenario.recorded.evicted).isEmpty();
    }
}
