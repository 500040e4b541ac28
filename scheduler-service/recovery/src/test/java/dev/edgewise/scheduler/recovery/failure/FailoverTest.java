package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.testing.TestReservations;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class FailoverTest {
    private final FailoverFixture fixture = new FailoverFixture(1);

    @Test
    void podsOfAFailedNodeRestartOnTheirBackups() {
        fixture.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        fixture.place(protectedPod("a", "1Gi"), protectedPod("b", "1Gi"), protectedPod("c", "1Gi"));
        Map<String, PodWithBackup> before = fixture.byName();
        String failed = before.get("a").home();

        fixture.fail(failed, node(failed).memory("4Gi"));
        fixture.step(Duration.ZERO);
        assertThat(fixture.written).isEmpty();
        fixture.step(Duration.ofSeconds(2));
        assertThat(fixture.written).noneMatch(said -> said.startsWith("delete"));
        fixture.step(Duration.ofMillis(250));

        assertThat(fixture.written).contains("delete a");
        assertThat(fixture.written.indexOf("reserve a " + before.get("a").backup()))
                .isZero();
        before.values().stream().filter(pod -> pod.home().equals(failed)).forEach(lost -> assertThat(
                        fixture.replacement(lost.pod().controllerUid()).home())
                .isEqualTo(lost.backup()));
        assertThat(fixture.scenario.recorded.evicted).isEmpty();
    }

    @Test
    void theRestIsProtectedAnewByOtherNodes() {
        fixture.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        fixture.place(protectedPod("a", "1Gi"), protectedPod("b", "1Gi"), protectedPod("c", "1Gi"));
        String failed = fixture.byName().get("a").home();

        fixture.fail(failed, node(failed).memory("4Gi"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.byName()).hasSize(3);
        assertThat(fixture.byName().values()).allSatisfy(pod -> {
            assertThat(pod.home()).isNotEqualTo(failed);
            assertThat(pod.backup()).isNotNull().isNotEqualTo(failed).isNotEqualTo(pod.home());
        });
    }

    @Test
    void aNodeThatIsBackInTimeLosesNothing() {
        fixture.scenario.nodes(node("n1"), node("n2"));
        fixture.place(protectedPod("a", "1Gi"));
        String home = fixture.byName().get("a").home();

        fixture.fail(home, node(home));
        fixture.step(Duration.ofSeconds(1));
        fixture.scenario.nodes(node(home));
        fixture.step(Duration.ofSeconds(5));
        fixture.fail(home, node(home));
        fixture.step(Duration.ofSeconds(1));

        assertThat(fixture.written).isEmpty();
    }

    @Test
    void whereMostNodesSeemToFailNothingIsRestarted() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"), node("n4"));
        for (int i = 0; i < 12; i++) {
            fixture.place(protectedPod("p" + i, "1Gi"));
        }

        List.of("n1", "n2", "n3").forEach(name -> fixture.fail(name, node(name)));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(10));
        assertThat(fixture.written).isEmpty();

        fixture.scenario.nodes(node("n2"), node("n3"));
        fixture.step(Duration.ZERO);
        assertThat(fixture.written).isEmpty();
        fixture.step(Duration.ofSeconds(19));
        assertThat(fixture.written).isEmpty();
        fixture.step(Duration.ofSeconds(1));
        assertThat(fixture.written).isNotEmpty();
    }

    @Test
    void whoseRoomASiblingsReplacementTookGetsTheSiblings() {
        fixture.scenario.nodes(node("n1").memory("4Gi"), node("n2").memory("4Gi"));
        for (String name : List.of("a", "b")) {
            fixture.scenario.pods(protectedPod(name, "1Gi")
                    .controllerUid("both")
                    .runningOn("n1")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        }
        fixture.fail("n1", node("n1").memory("4Gi"));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(2));
        Reservation ofB = fixture.reservations.get("uid-of-b");
        // As if the replacement of another pod of the controller had come first.
        fixture.scenario.pods(pod("early")
                .controllerUid("both")
                .memory("1Gi")
                .runningOn("n2")
                .annotation(Names.RESERVATION_ANNOTATION, ofB.uid()));

        fixture.step(Duration.ofMillis(250));

        assertThat(fixture.written).contains("delete a", "delete b");
    }

    @Test
    void whereManyFailTogetherThoseThatFollowAreAwaited() {
        for (int i = 0; i < 20; i++) {
            fixture.scenario.nodes(node("n" + i));
        }
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n0").annotation(Names.BACKUP_NODE_ANNOTATION, "n9"));

        List.of("n0", "n1", "n2", "n3").forEach(name -> fixture.fail(name, node(name)));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(9));
        assertThat(fixture.written).isEmpty();

        fixture.step(Duration.ofSeconds(1));
        fixture.steps(Duration.ofSeconds(2));
        assertThat(fixture.written).contains("reserve a n9", "delete a");
    }

    @Test
    void whileNoRoomCanBeReservedThePodIsLeftAlone() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        fixture.place(protectedPod("a", "1Gi"));
        PodWithBackup before = fixture.byName().get("a");
        fixture.reserves = false;

        fixture.fail(before.home(), node(before.home()));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));
        assertThat(fixture.written).isEmpty();
        assertThat(fixture.byName().get("a").backup()).isEqualTo(before.backup());

        fixture.reserves = true;
        fixture.steps(Duration.ofSeconds(5));
        assertThat(fixture.byName()).containsOnlyKeys("new-0");
    }

    /** Pods pinned to the lost node, for example, of which there are more than one step requests. */
    @Test
    void podsThatCannotBeHelpedMakeNoOthersWait() {
        fixture.scenario.nodes(
                node("n1").cpu("100").memory("100Gi"), node("n2").cpu("100").memory("100Gi"));
        for (int i = 0; i < 60; i++) {
            fixture.scenario.pods(protectedPod("p" + i, "1Mi")
                    .namespace("aaa")
                    .runningOn("n1")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        }
        fixture.helpless = "aaa";
        fixture.fail("n1", node("n1").cpu("100").memory("100Gi"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));
        fixture.scenario.pods(
                protectedPod("late", "1Mi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        fixture.step(Duration.ofSeconds(5));
        assertThat(fixture.written).as("at once").contains("reserve late n2");

        int before = fixture.asked.size();
        IntStream.range(0, 240).forEach(step -> fixture.step(Duration.ofMillis(250)));
        assertThat(fixture.asked.size() - before)
                .as("within a minute, ever less often")
                .isLessThan(60 * 4);
    }

    @Test
    void whereAQuotaRefusesReservationsPodsRestartAllTheSame() {
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        fixture.place(protectedPod("a", "1Gi"));
        String home = fixture.byName().get("a").home();
        fixture.refuses = true;

        fixture.fail(home, node(home));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(2));
        assertThat(fixture.written).containsExactly("delete a");
        assertThat(fixture.byName()).containsOnlyKeys("new-0");
    }

    @Test
    void aClusterWithoutReservationsRestartsPodsAnywhere() {
        fixture.scenario.feed.reservations().serve(false);
        fixture.scenario.nodes(node("n1"), node("n2"), node("n3"));
        fixture.place(protectedPod("a", "1Gi"));
        String home = fixture.byName().get("a").home();

        fixture.fail(home, node(home));
        fixture.step(Duration.ZERO);
        fixture.step(Duration.ofSeconds(2));

        assertThat(fixture.written).containsExactly("delete a");
        assertThat(fixture.byName()).containsOnlyKeys("new-0");
    }

    @Test
    void aClusterWithoutReservationsRestartsNoPodThatNothingProtects() {
        fixture.scenario.feed.reservations().serve(false);
        fixture.scenario.nodes(node("n1").memory("16Gi"), node("n2").memory("4Gi"));
        fixture.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"),
                protectedPod("large", "8Gi").runningOn("n1"));

        fixture.fail("n1", node("n1").memory("16Gi"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.written).containsExactly("delete a");
    }

    @Test
    void aPodThatNothingProtectsIsLeftToKubernetes() {
        fixture.scenario.nodes(node("n1"));
        fixture.scenario.pods(protectedPod("a", "1Gi").runningOn("n1"));

        fixture.fail("n1", node("n1"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.written).isEmpty();
    }

    @Test
    void aPodThatWasResizedRestartsOnRoomForWhatItRequestsSince() {
        fixture.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        fixture.place(protectedPod("a", "1Gi"));
        PodWithBackup before = fixture.byName().get("a");
        fixture.scenario.pods(protectedPod("a", "3Gi")
                .runningOn(before.home())
                .annotation(Names.BACKUP_NODE_ANNOTATION, before.backup()));
        fixture.step(Duration.ofSeconds(1));

        fixture.fail(before.home(), node(before.home()).memory("4Gi"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.reservations.get("uid-of-a").requests().memory()).isEqualTo(3L << 30);
        assertThat(fixture.byName().get("new-0").home()).isEqualTo(before.backup());
    }

    @Test
    void reservationsOfOthersGetNoMoreThanTheirShareWhereANodeFails() {
        fixture.scenario.nodes(node("n1").memory("4Gi"), node("n2").memory("4Gi"));
        fixture.place(protectedPod("a", "1Gi"));
        PodWithBackup before = fixture.byName().get("a");
        fixture.scenario
                .feed
                .reservations()
                .put(TestReservations.reservation("of-another")
                        .on(before.backup())
                        .cpu(100)
                        .memory(4L << 30)
                        .build());

        fixture.fail(before.home(), node(before.home()).memory("4Gi"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.byName().get("new-0").home()).isEqualTo(before.backup());
    }

    @Test
    void whereRoomIsScarceLostPodsHaveItAndTheOthersFindAnotherBackup() {
        fixture.scenario.nodes(
                node("n1").memory("2Gi"),
                node("n2").memory("2Gi"),
                node("n3").memory("2Gi"),
                node("n4").memory("2Gi"));
        fixture.scenario.pods(
                protectedPod("a", "2Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n3"),
                protectedPod("b", "2Gi").runningOn("n2").annotation(Names.BACKUP_NODE_ANNOTATION, "n3"));

        fixture.fail("n1", node("n1").memory("2Gi"));
        fixture.step(Duration.ZERO);
        fixture.steps(Duration.ofSeconds(2));

        assertThat(fixture.byName().get("new-0").home()).isEqualTo("n3");
        assertThat(fixture.byName().get("b").backup()).isEqualTo("n4");
    }
}
