package dev.edgewise.scheduler.failover;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.cycle.FailoverWriter;
import dev.edgewise.scheduler.cycle.ReservationRefusedException;
import dev.edgewise.scheduler.failover.FailureRules.Cause;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.model.ReservedFor;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.Profiles;
import dev.edgewise.scheduler.protection.ProtectedPod;
import dev.edgewise.scheduler.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.Scenario;
import dev.edgewise.scheduler.testing.TestNodes;
import dev.edgewise.scheduler.testing.TestPods;
import dev.edgewise.scheduler.testing.TestReservations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class FailoverTest {
    private static final Taint NOT_READY = new Taint("node.kubernetes.io/not-ready", "", Taint.Effect.NO_EXECUTE);

    private World world = new World(1);

    /** A cluster whose controllers replace pods that are deleted, at once. */
    private static final class World implements FailoverWriter {
        final Scenario scenario;
        final List<String> written = new ArrayList<>();
        final Map<String, Reservation> reservations = new HashMap<>();
        RecoveryKeeper keeper;
        final List<String> asked = new ArrayList<>();
        boolean reserves = true;
        boolean refuses;
        String helpless = "";
        boolean decides = true;
        private int replacements;

        World(long seed) {
            scenario = new Scenario(Profiles.edgewise(), seed, new ProtectionRules(Set.of("edgewise"), 1));
            scenario.feed.reservationsServed(true);
            keeper = keeper();
        }

        /** As a process that begins anew. */
        RecoveryKeeper keeper() {
            Protector protector = new Protector(
                    scenario.state, name -> Profiles.edgewise(), scenario.state::snapshot, scenario.ticker);
            BackupRooms rooms =
                    new BackupRooms(scenario.state, scenario.feed, scenario.cycle::betweenDecisions, this, protector);
            FailureRules rules = new FailureRules(Set.of(Cause.NOT_READY, Cause.DELETED), Duration.ofSeconds(2));
            FailedNodes failed = new FailedNodes(rules, scenario.ticker);
            Failover failover = new Failover(
                    scenario.state,
                    rooms,
                    () -> decides,
                    node -> failed.isFailing(node, scenario.state.snapshot()),
                    this,
                    false,
                    scenario.ticker);
            return new RecoveryKeeper(
                    scenario.state,
                    scenario.state::snapshot,
                    scenario.cycle::betweenDecisions,
                    () -> decides,
                    failed,
                    failover,
                    protector);
        }

        @Override
        public @Nullable Reservation reserve(Pod lost, String node) throws ReservationRefusedException {
            if (refuses) {
                throw new ReservationRefusedException("403: exceeded quota");
            }
            if (!reserves || lost.namespace().equals(helpless)) {
                asked.add(lost.key().toString());
                return null;
            }
            written.add("reserve " + lost.key().name() + " " + node);
            return reservations.computeIfAbsent(
                    lost.uid(),
                    uid -> new Reservation(
                            new ReservationKey("default", "recovery-" + uid),
                            "reservation-" + uid,
                            node,
                            lost.spec().requests().needed(),
                            new ReservedFor.Owner(
                                    lost.controllerUid(), "of " + lost.key().name()),
                            Duration.ofMinutes(10),
                            scenario.clock.instant(),
                            "",
                            false,
                            null,
                            ReservationStatus.NEW));
        }

        /** As a leader that has died did. */
        Reservation reserved(Pod lost, String node) {
            try {
                return Objects.requireNonNull(reserve(lost, node));
            } catch (ReservationRefusedException e) {
                throw new AssertionError(e);
            }
        }

        @Override
        public boolean delete(Pod lost, boolean force) {
            written.add("delete " + lost.key().name());
            String name = lost.key().name();
            scenario.feed.pod(owned(name, lost.controllerUid(), lost)
                    .runningOn(lost.spec().nodeName())
                    .terminating()
                    .build());
            scenario.feed.pod(
                    owned("new-" + replacements++, lost.controllerUid(), lost).build());
            return true;
        }

        @Override
        public void annotate(Pod pod, @Nullable String backup) {
            written.add("annotate " + pod.key().name() + " " + backup);
        }

        BackupWrites writes() {
            return new BackupWrites(
                    scenario.state, scenario.cycle::betweenDecisions, () -> true, this, scenario.ticker);
        }

        /** As the leader, whose statuses the watch brings back. */
        private void writeStatuses() {
            scenario.state
                    .reservations()
                    .forEach(known ->
                            scenario.feed.reservation(known.reservation().withStatus(known.now())));
        }

        void place(TestPods.Builder... pods) {
            scenario.pods(pods).run().confirm();
        }

        void fail(String node, TestNodes.Builder as) {
            scenario.feed.node(as.taint(NOT_READY.key(), "", NOT_READY.effect()).build());
        }

        void step(Duration after) {
            scenario.pass(after);
            keeper.step();
            scenario.run().confirm();
            writeStatuses();
        }

        /** As many steps as it takes to reserve, to be sure of it, and to delete. */
        void steps(Duration after) {
            step(after);
            step(Duration.ofSeconds(6));
            step(Duration.ofSeconds(1));
        }

        Map<String, ProtectedPod> byName() {
            Map<String, ProtectedPod> byName = new HashMap<>();
            scenario.state
                    .protectedPods()
                    .forEach(pod -> byName.put(pod.pod().key().name(), pod));
            return byName;
        }
    }

    private static TestPods.Builder owned(String name, String owner, Pod like) {
        Resources needs = like.spec().requests().needed();
        return pod(name).controllerUid(owner).memory((needs.memory() >> 20) + "Mi");
    }

    private static TestPods.Builder protectedPod(String name, String memory) {
        return pod(name).controllerUid("owner-of-" + name).memory(memory);
    }

    @Test
    void podsOfAFailedNodeRestartOnTheirBackups() {
        world.scenario.nodes(
                node("n1").memory("4Gi"), node("n2").memory("4Gi"), node("n3").memory("4Gi"));
        world.place(protectedPod("a", "1Gi"), protectedPod("b", "1Gi"), protectedPod("c", "1Gi"));
        Map<String, ProtectedPod> before = world.byName();
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
                        replacement(lost.pod().controllerUid()).home())
                .isEqualTo(lost.backup()));
        assertThat(world.scenario.world.evicted).isEmpty();
    }

    private ProtectedPod replacement(String owner) {
        return world.scenario.state.protectedPods().stream()
                .filter(pod -> pod.pod().controllerUid().equals(owner))
                .findFirst()
                .orElseThrow();
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
        world.step(Duration.ofSeconds(2));
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
        ProtectedPod before = world.byName().get("a");
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

    /** Such as those pinned to it: there are more of them than are asked for at once. */
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

    /** The next leader keeps the room by it as long as it does not know the reservation as active. */
    @Test
    void whatALostPodSaysOfItsBackupStaysUntilItIsDeleted() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        BackupWrites writes = world.writes();
        world.step(Duration.ofSeconds(1));
        writes.step();
        world.fail("n1", node("n1"));
        world.scenario.pass(Duration.ofSeconds(1));
        world.keeper.step();
        world.scenario.pass(Duration.ofSeconds(2));
        world.keeper.step();
        writes.step();
        assertThat(world.written).contains("reserve a n2").noneMatch(said -> said.startsWith("annotate a"));
    }

    @Test
    void aClusterWithoutReservationsRestartsPodsAnywhere() {
        world.scenario.feed.reservationsServed(false);
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
    void aPodThatNothingProtectsIsLeftToKubernetes() {
        world.scenario.nodes(node("n1"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1"));

        world.fail("n1", node("n1"));
        world.step(Duration.ZERO);
        world.steps(Duration.ofSeconds(2));

        assertThat(world.written).isEmpty();
    }

    @Test
    void reservationsOfOthersGetNoMoreThanTheirShareWhereANodeFails() {
        world.scenario.nodes(node("n1").memory("4Gi"), node("n2").memory("4Gi"));
        world.place(protectedPod("a", "1Gi"));
        ProtectedPod before = world.byName().get("a");
        world.scenario.feed.reservation(TestReservations.reservation("of-another")
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
    void aReplicaThatDoesNotDecideWritesNothingAndFollowsTheAnnotations() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        world.place(protectedPod("a", "1Gi"));
        Pod bound = world.byName().get("a").pod();
        String other = List.of("n1", "n2", "n3").stream()
                .filter(name -> !name.equals(bound.spec().nodeName()) && !name.equals(bound.backupNode()))
                .findFirst()
                .orElseThrow();
        world.decides = false;

        world.scenario.feed.pod(bound.backedUpBy(other));
        world.step(Duration.ofSeconds(10));

        assertThat(world.byName().get("a").backup()).isEqualTo(other);
        assertThat(world.written).isEmpty();
    }

    @Test
    void aBackupThatWasFoundToHoldCountsWhateverItsOwnerWritesLater() {
        world.scenario.nodes(node("n1"), node("n2"), node("n3"));
        TestPods.Builder bound = protectedPod("a", "1Gi").runningOn("n1");
        world.scenario.pods(bound.annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        world.step(Duration.ofSeconds(1));

        world.scenario.pods(bound.annotation(Names.BACKUP_NODE_ANNOTATION, "n3"));
        world.step(Duration.ofSeconds(1));
        world.writes().step();

        assertThat(world.byName().get("a").backup()).isEqualTo("n2");
        assertThat(world.written).containsExactly("annotate a n2");
    }

    @Test
    void thatNothingProtectsAPodIsWrittenOnce() {
        world.scenario.nodes(node("n1"));
        world.scenario.pods(protectedPod("a", "1Gi").runningOn("n1"));
        BackupWrites writes = world.writes();

        world.step(Duration.ofSeconds(1));
        writes.step();
        world.step(Duration.ofSeconds(60));
        writes.step();
        assertThat(world.written).containsExactly("annotate a null");

        world.scenario.nodes(node("n2"));
        world.step(Duration.ofSeconds(1));
        writes.step();
        assertThat(world.written).containsExactly("annotate a null", "annotate a n2");
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

    @Test
    void aReservationThatWasCreatedBeforeTheLeaderDiedGetsTheRoomThatIsKeptForItsPod() {
        world.scenario.nodes(node("n2").memory("2Gi"));
        world.scenario.pods(protectedPod("a", "2Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "n2"));
        Reservation unseen = world.reserved(world.byName().get("a").pod(), "n2");
        world.fail("n1", node("n1").memory("2Gi"));
        world.scenario.feed.reservation(unseen);
        world.scenario.feed.acceptReservations(100);

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
        world.byName().values().stream()
                .filter(pod -> pod.home().equals("n1"))
                .forEach(pod -> world.scenario.feed.reservation(
                        world.reserved(pod.pod(), "n2").withStatus(new ReservationStatus(Phase.ACTIVE))));
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
        world.scenario.feed.reservation(world.reserved(lost, "n2").withStatus(new ReservationStatus(Phase.ACTIVE)));
        world.delete(lost, false);

        world.scenario.run().confirm();

        assertThat(world.byName().get("new-0").home()).isEqualTo("n2");
    }

    private void runOn(String node, String name, String backup) {
        world.scenario.pods(protectedPod(name, "1Gi").runningOn(node).annotation(Names.BACKUP_NODE_ANNOTATION, backup));
    }

    @Test
    void anAnnotationThatNamesNoNodeIsReplacedAndWritten() {
        world.scenario.nodes(node("n1"), node("n2"));
        world.scenario.pods(
                protectedPod("a", "1Gi").runningOn("n1").annotation(Names.BACKUP_NODE_ANNOTATION, "nowhere"));

        world.step(Duration.ofSeconds(1));
        BackupWrites writes = world.writes();
        writes.step();
        writes.step();

        assertThat(world.byName().get("a").backup()).isEqualTo("n2");
        assertThat(world.written).containsExactly("annotate a n2");
    }

    @Property(tries = 40, seed = "14")
    void afterAnyFailureAndRestartEveryProtectedPodRunsAgainWithoutPreemption(
            @ForAll @IntRange(max = 1_000_000) int seed, @ForAll @IntRange(max = 3) int restarts) {
        world = new World(seed);
        for (int i = 0; i < 6; i++) {
            world.scenario.nodes(node("n" + i).memory("12Gi"));
        }
        for (int i = 0; i < 20; i++) {
            world.place(protectedPod("p" + i, (1 + (seed + i) % 3) + "Gi"));
        }
        List<ProtectedPod> before = world.scenario.state.protectedPods();
        String failed = before.get(0).home();

        world.fail(failed, node(failed).memory("12Gi"));
        world.step(Duration.ZERO);
        for (int i = 0; i < restarts; i++) {
            world.keeper = world.keeper();
            world.step(Duration.ofSeconds(1));
        }
        world.steps(Duration.ofSeconds(2));
        world.steps(Duration.ofSeconds(6));

        Map<String, String> homes = new HashMap<>();
        world.scenario.state.protectedPods().forEach(pod -> homes.put(pod.pod().controllerUid(), pod.home()));
        for (ProtectedPod pod : before) {
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
