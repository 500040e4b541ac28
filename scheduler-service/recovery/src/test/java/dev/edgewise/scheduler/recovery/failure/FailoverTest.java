package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverWorld.protectedPod;
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
    private final FailoverWorld world = new FailoverWorld(1);

    @Test
    void podsOfAFailedNodeRestartOnTheirBackups() {
        world.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        world.place(protectedPod("a", "1Gi"), protectedPod("b", "1Gi"), protectedPod("c", "1Gi"));
        Map<String, PodWithBackup> before = world.byName();
        String failed = before.get("a").home();

        world.fail(failed, node(failed).memory("4Gi"));
        world.step(Duration.ZERO);
        assertThat(world.written).isEmpty();
        world.step(Duration.ofSeconds(2));
        assertThat(world.written).noneMatch(said -> said.startsWith("delete"));
        world.step(Duration.ofMillis(250));

        assertThat(world.written).contains("delete a");
        assertThat(world.written.indexOf("reserve a " + before.get("a").backup()))
                .isZero();
        before.values().stream().filter(pod -> pod.home().equals(failed)).forEach(lost -> assertThat(
                        world.replacement(lost.pod().controllerUid()).home())
                .isEqualTo(lost.backup()));
        assertThat(world.scenario.world.evicted).isEmpty();
    }

    @Test
    void theRestIsProtectedAnewByOtherNodes() {
        world.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        world.place(protectedPod("a", "1Gi"), protectedPod("b", "1Gi"), protectedPod("c", "1Gi"));
        String failed = world.byName().get("a").home();

        world.fail(failed, node(failed).memory("4Gi"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.byName()).hasSize(3);
        assertThat(world.byName().values()).allSatisfy(pod -> {
            assertThat(pod.home()).isNotEqualTo(failed);
            assertThat(pod.backup()).isNotNull().isNotEqualTo(failed).isNotEqualTo(pod.home());
        });
    }

    @Test
    void aNodeThatIsBackInTimeLosesNothing() {
        world.scenario.nodes(node("n1"), node("n2"));
        world.place(protectedPod("a", "1Gi"));
        String home = world.byName().get("a").home();

        world.fail(home, node(home));
        world.step(Duration.ofSeconds(1));
        world.scenario.nodes(node(home));
        world.step(Duration.ofSeconds(5));
        world.fail(home, node(home));
        world.step(Duration.ofSeconds(1));

        assertThat(world.written).isEmpty();
    }

    @Test
    void whereMostNodesSeemToFailNothingIsRestarted() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"), node("n4"));
        for (int i = 0; i < 12; i++) {
            world.place(protectedPod("p" + i, "1Gi"));
        }

        List.of("n1", "n2", "n3").forEach(name -> world.fail(name, node(name)));
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(10));
        assertThat(world.written).isEmpty();

        world.scenario.nodes(node("n2"), node("n3"));
        world.step(Duration.ZERO);
        assertThat(world.written).isEmpty();
        world.step(Duration.ofSeconds(19));
        assertThat(world.written).isEmpty();
        world.step(Duration.ofSeconds(1));
        assertThat(world.written).isNotEmpty();
    }

    @Test
    void whoseRoomASiblingsReplacementTookGetsTheSiblings() {
        world.scenario.nodes(node("n1").memory("4Gi"), node("n2").memory("4Gi"));
        for (String name : List.of("a", "b")) {
            world.scenario.pods(protectedPod(name, "1Gi")
                    .controllerUid("both")
                    .runningOn("n1")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        }
        world.fail("n1", node("n1").memory("4Gi"));
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(2));
        Reservation ofB = world.reservations.get("uid-of-b");
        // As if the replacement of another pod of the controller had come first.
        world.scenario.pods(pod("early")
                .controllerUid("both")
                .memory("1Gi")
                .runningOn("n2")
                .annotation(Names.RESERVATION_ANNOTATION, ofB.uid()));

        world.step(Duration.ofMillis(250));

        assertThat(world.written).contains("delete a", "delete b");
    }

    @Test
    void whereManyFailTogetherThoseThatFollowAreAwaited() {
        for (int i = 0; i < 20; i++) {
            world.scenario.nodes(node("n" + i));
        }
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n0").annotation(Names.BACKUP_NODE_ANNOTATION, "n9"));

        List.of("n0", "n1", "n2", "n3").forEach(name -> world.fail(name, node(name)));
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(9));
        assertThat(world.written).isEmpty();

        world.step(Duration.ofSeconds(1));
        world.steps(Duration.ofSeconds(2));
        assertThat(world.written).contains("reserve a n9", "delete a");
    }

    @Test
    void whileNoRoomCanBeReservedThePodIsLeftAlone() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.place(protectedPod("a", "1Gi"));
        PodWithBackup before = world.byName().get("a");
        world.reserves = false;

        world.fail(before.home(), node(before.home()));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));
        assertThat(world.written).isEmpty();
        assertThat(world.byName().get("a").backup()).isEqualTo(before.backup());

        world.reserves = true;
        world.steps(Duration.ofSeconds(5));
        assertThat(world.byName()).containsOnlyKeys("new-0");
    }

    /** Pods pinned to the lost node, for example, of which there are more than one step requests. */
    @Test
    void podsThatCannotBeHelpedMakeNoOthersWait() {
        world.scenario.nodes(
                node("n1").cpu("100").memory("100Gi"), node("n2").cpu("100").memory("100Gi"));
        for (int i = 0; i < 60; i++) {
            world.scenario.pods(protectedPod("p" + i, "1Mi")
                    .namespace("aaa")
                    .runningOn("n1")
                    .annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        }
        world.helpless = "aaa";
        world.fail("n1", node("n1").cpu("100").memory("100Gi"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));
        world.scenario.pods(protectedPod("late", "1Mi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        world.step(Duration.ofSeconds(5));
        assertThat(world.written).as("at once").contains("reserve late n2");

        int before = world.asked.size();
        IntStream.range(0, 240).forEach(step -> world.step(Duration.ofMillis(250)));
        assertThat(world.asked.size() - before)
                .as("within a minute, ever less often")
                .isLessThan(60 * 4);
    }

    @Test
    void whereAQuotaRefusesReservationsPodsRestartAllTheSame() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.place(protectedPod("a", "1Gi"));
        String home = world.byName().get("a").home();
        world.refuses = true;

        world.fail(home, node(home));
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(2));
        assertThat(world.written).containsExactly("delete a");
        assertThat(world.byName()).containsOnlyKeys("new-0");
    }

    @Test
    void aClusterWithoutReservationsRestartsPodsAnywhere() {
        world.scenario.feed.reservations().serve(false);
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.place(protectedPod("a", "1Gi"));
        String home = world.byName().get("a").home();

        world.fail(home, node(home));
        world.step(Duration.ZERO);
        world.step(Duration.ofSeconds(2));

        assertThat(world.written).containsExactly("delete a");
        assertThat(world.byName()).containsOnlyKeys("new-0");
    }

    @Test
    void aClusterWithoutReservationsRestartsNoPodThatNothingProtects() {
        world.scenario.feed.reservations().serve(false);
        world.scenario.nodes(node("n1").memory("16Gi"), node("n2").memory("4Gi"));
        world.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"),
                protectedPod("large", "8Gi").runningOn("n1"));

        world.fail("n1", node("n1").memory("16Gi"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.written).containsExactly("delete a");
    }

    @Test
    void aPodThatNothingProtectsIsLeftToKubernetes() {
        world.scenario.nodes(node("n1"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1"));

        world.fail("n1", node("n1"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.written).isEmpty();
    }

    @Test
    void aPodThatWasResizedRestartsOnRoomForWhatItRequestsSince() {
        world.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        world.place(protectedPod("a", "1Gi"));
        PodWithBackup before = world.byName().get("a");
        world.scenario.pods(protectedPod("a", "3Gi")
                .runningOn(before.home())
                .annotation(Names.BACKUP_NODE_ANNOTATION, before.backup()));
        world.step(Duration.ofSeconds(1));

        world.fail(before.home(), node(before.home()).memory("4Gi"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.reservations.get("uid-of-a").requests().memory()).isEqualTo(3L << 30);
        assertThat(world.byName().get("new-0").home()).isEqualTo(before.backup());
    }

    @Test
    void reservationsOfOthersGetNoMoreThanTheirShareWhereANodeFails() {
        world.scenario.nodes(node("n1").memory("4Gi"), node("n2").memory("4Gi"));
        world.place(protectedPod("a", "1Gi"));
        PodWithBackup before = world.byName().get("a");
        world.scenario
                .feed
                .reservations()
                .put(TestReservations.reservation("of-another")
                        .on(before.backup())
                        .cpu(100)
                        .memory(4L << 30)
                        .build());

        world.fail(before.home(), node(before.home()).memory("4Gi"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.byName().get("new-0").home()).isEqualTo(before.backup());
    }

    @Test
    void whereRoomIsScarceLostPodsHaveItAndTheOthersFindAnotherBackup() {
        world.scenario.nodes(
                node("n1").memory("2Gi"),
                node("n2").memory("2Gi"),
                node("n3").memory("2Gi"),
                node("n4").memory("2Gi"));
        world.scenario.pods(
                protectedPod("a", "2Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n3"),
                protectedPod("b", "2Gi").runningOn("n2").annotation(Names.BACKUP_NODE_ANNOTATION, "n3"));

        world.fail("n1", node("n1").memory("2Gi"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.byName().get("new-0").home()).isEqualTo("n3");
        assertThat(world.byName().get("b").backup()).isEqualTo("n4");
    }
}
