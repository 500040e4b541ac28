package dev.edgewise.scheduler.plugins.recovery;

import static dev.edgewise.scheduler.testing.TestNodes.ZONE;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestReservations.reservation;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NodeSearchWithBackupTest {
    private final ClusterState state = new ClusterState(
            Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), name -> false, new ProtectionRules(Set.of("edgewise"), 1));

    @Test
    void aPodGetsABackupThatIsNotItsOwnNode() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").build());

        NodeSearchWithBackup found = place(protectedPod("a").memory("1Gi").build());

        assertThat(found.backup())
                .isNotNull()
                .isNotEqualTo(found.search().decision().node());
        assertThat(found.search().decision().message()).endsWith("(backup " + found.backup() + ")");
    }

    @Test
    void aNodeThatIsLostStandsInForNobodyWhateverAPodTolerates() {
        state.putNode(node("n1").build());
        state.putNode(node("n2")
                .taint("node.kubernetes.io/unreachable", "", Taint.Effect.NO_EXECUTE)
                .build());
        state.putNode(node("n3").cordoned().build());
        Pod tolerant = protectedPod("a")
                .toleration(new Toleration("", Toleration.Operator.EXISTS, "", null))
                .runningOn("n1")
                .build();
        state.putPod(tolerant);

        assertThat(NodeSearchWithBackup.find(
                        new PodWithBackup(tolerant, null), BuiltInProfiles.edgewise(), state.snapshot()))
                .isNull();
        assertThat(NodeSearchWithBackup.holds(
                        new PodWithBackup(tolerant, "n2"), BuiltInProfiles.edgewise(), state.snapshot()))
                .isFalse();
        state.putNode(node("n2").build());
        assertThat(NodeSearchWithBackup.find(
                        new PodWithBackup(tolerant, null), BuiltInProfiles.edgewise(), state.snapshot()))
                .isEqualTo("n2");
    }

    @Test
    void anotherZoneIsPreferred() {
        state.putNode(node("n1").label(ZONE, "a").build());
        state.putNode(node("n2").label(ZONE, "a").build());
        state.putNode(node("n3").label(ZONE, "b").label("home", "no").build());

        for (int i = 0; i < 5; i++) {
            NodeSearchWithBackup found = place(protectedPod("p" + i).build());
            String home = found.search().decision().node();
            assertThat(found.backup()).isNotNull();
            assertThat("n3".equals(home)).isNotEqualTo("n3".equals(found.backup()));
        }
    }

    /** The first one stands in for more nodes. */
    @Test
    void ofBackupsThatNeedNotKeepMoreTheOneWithMostToSpareIsChosen() {
        for (String name : List.of("n1", "n5", "b1", "b2")) {
            state.putNode(node(name).build());
        }
        for (int i = 0; i < 2; i++) {
            covered("x" + i, "n5", "b1", "2Gi");
            covered("z" + i, "n5", "b2", "1536Mi");
        }
        covered("y", "n1", "b1", "2Gi");
        Pod next = protectedPod("next").memory("1Gi").runningOn("n1").build();
        state.putPod(next);

        assertThat(NodeSearchWithBackup.find(
                        new PodWithBackup(next, null), BuiltInProfiles.edgewise(), state.snapshot()))
                .isEqualTo("b2");
    }

    private void covered(String name, String home, String backup, String memory) {
        state.putPod(protectedPod(name)
                .memory(memory)
                .runningOn(home)
                .annotation(Names.BACKUP_NODE_ANNOTATION, backup)
                .build());
    }

    @Test
    void anUnusedNodeOfAnotherZoneIsBetterThanAUsedOneOfTheSame() {
        state.putNode(node("n1").label(ZONE, "a").build());
        state.putNode(node("used").label(ZONE, "a").build());
        state.putNode(node("unused").label(ZONE, "b").build());
        covered("x", "unused", "used", "2Gi");
        Pod next = protectedPod("next").memory("1Gi").runningOn("n1").build();
        state.putPod(next);

        assertThat(NodeSearchWithBackup.find(
                        new PodWithBackup(next, null), BuiltInProfiles.edgewise(), state.snapshot()))
                .isEqualTo("unused");
    }

    /** The nodes are more than are compared at once. */
    @Test
    void aPodThatMayRunOnFewOfManyNodesFindsThem() {
        for (int i = 0; i < 1_100; i++) {
            state.putNode(
                    node("n" + i).label("gpu", i % 1_000 == 7 ? "yes" : "no").build());
        }

        for (int i = 0; i < 5; i++) {
            NodeSearchWithBackup found =
                    place(protectedPod("p" + i).nodeSelector("gpu", "yes").build());
            assertThat(found.backup()).isIn("n7", "n1007");
        }
        for (int i = 0; i < 5; i++) {
            PodWithBackup bound = new PodWithBackup(
                    protectedPod("q" + i)
                            .nodeSelector("gpu", "yes")
                            .runningOn("n7")
                            .build(),
                    null);
            assertThat(NodeSearchWithBackup.alternatives(bound, BuiltInProfiles.edgewise(), state.snapshot()))
                    .extracting(NodeState::name)
                    .containsExactly("n1007");
        }
    }

    @Test
    void thePodRestartsOnlyWhereItMayRun() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").cordoned().build());
        state.putNode(node("n3").build());

        for (int i = 0; i < 10; i++) {
            assertThat(place(protectedPod("p" + i).build()).backup()).isIn("n1", "n3");
        }
    }

    @Test
    void whereNothingCanKeepRoomThePodRunsUnprotectedAndTheDecisionSaysSo() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").memory("1Gi").build());

        NodeSearchWithBackup found = place(protectedPod("large").memory("4Gi").build());

        assertThat(found.search().decision().node()).isEqualTo("n1");
        assertThat(found.backup()).isNull();
        assertThat(found.search().decision().message())
                .contains("(unprotected: no other node has room to keep for it)");
    }

    @Test
    void aPodThatMustBeProtectedDoesNotRunUnprotected() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").memory("1Gi").build());

        NodeSearchWithBackup found = place(protectedPod("large")
                .memory("4Gi")
                .annotation(Names.RECOVERY_ANNOTATION, "required")
                .build());

        assertThat(found.search().decision().node()).isNull();
        assertThat(found.search().decision().message())
                .isEqualTo(
                        "0/2 nodes are available: 1 node(s) had no other node that could keep room for the pod: no other node has room to keep for it.");
        assertThat(found.search().decision().rejectedBy())
                .as("n2 is too small for the pod itself")
                .containsExactlyInAnyOrder("Recovery", "NodeResourcesFit");
    }

    @Test
    void whatRejectedItsBackupsRejectedThePod() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").build());
        state.putPod(pod("here").hostPort(80).runningOn("n1").build());
        state.putPod(pod("there").hostPort(80).runningOn("n2").build());
        state.putNode(node("n3").build());

        // n3 alone takes it; n1 and n2 can neither run it nor stand in.
        NodeSearchWithBackup found = place(protectedPod("web")
                .hostPort(80)
                .annotation(Names.RECOVERY_ANNOTATION, "required")
                .build());

        assertThat(found.search().decision().node()).isNull();
        assertThat(found.search().decision().rejectedBy()).containsExactlyInAnyOrder("Recovery", "NodePorts");
    }

    @Test
    void aPodThatMustBeProtectedRestartsOnRoomThatWasKeptForItEvenIfNothingProtectsItThere() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").memory("1Gi").build());
        state.reservations()
                .put(reservation("recovery-old").on("n1").memory(4L << 30).build());
        state.reservations().accept(1);

        NodeSearchWithBackup found = place(protectedPod("large")
                .memory("4Gi")
                .annotation(Names.RECOVERY_ANNOTATION, "required")
                .build());

        assertThat(found.search().decision().node()).isEqualTo("n1");
        assertThat(found.backup()).isNull();
        assertThat(found.search().decision().message()).contains("(unprotected: ");
    }

    @Test
    void aPodThatMustBeProtectedAndCannotBeIsNotPlacedAndTheDecisionSaysWhy() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").build());
        String required = "annotation edgewise.dev/recovery is \"required\", but the pod cannot be protected: ";

        Decision bare = place(pod("bare")
                        .annotation(Names.RECOVERY_ANNOTATION, "required")
                        .build())
                .search()
                .decision();
        Decision elsewhere = place(protectedPod("elsewhere")
                        .scheduler("zones")
                        .annotation(Names.RECOVERY_ANNOTATION, "required")
                        .build())
                .search()
                .decision();

        assertThat(bare.node()).isNull();
        assertThat(bare.message()).contains(required + "it has no controller that replaces it");
        assertThat(elsewhere.node()).isNull();
        assertThat(elsewhere.message())
                .contains(required + "profile zones is none of edgewise.scheduler.recovery.profiles (edgewise)");
    }

    @Test
    void aPodThatAsksForWhatNoNodeHasTakesNobodysBackupAway() {
        Pod covered = backedUpByFullNode();
        for (String name : List.of("n1", "n2")) {
            state.putPod(pod("odd-" + name)
                    .scalar("evil.example/x", 1)
                    .runningOn(name)
                    .build());
        }

        assertThat(NodeSearchWithBackup.holds(
                        new PodWithBackup(covered, "n2"), BuiltInProfiles.edgewise(), state.snapshot()))
                .isTrue();
    }

    /** The kubelet will not admit the forged pod. */
    @Test
    void aPodThatOnlyNamesANodeTakesNobodysBackupAway() {
        Pod covered = backedUpByFullNode();
        state.putPod(pod("forged")
                .memory("100000Gi")
                .runningOn("n2")
                .neverScheduled()
                .build());

        assertThat(NodeSearchWithBackup.holds(
                        new PodWithBackup(covered, "n2"), BuiltInProfiles.edgewise(), state.snapshot()))
                .isTrue();
        state.putPod(pod("bound").memory("1Gi").runningOn("n2").build());
        assertThat(NodeSearchWithBackup.holds(
                        new PodWithBackup(covered, "n2"), BuiltInProfiles.edgewise(), state.snapshot()))
                .isFalse();
    }

    /** The reserve of n2 for the pod takes all that n2 has. */
    private Pod backedUpByFullNode() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").memory("4Gi").build());
        covered("a", "n1", "n2", "4Gi");
        return state.pod(new PodKey("default", "a"));
    }

    @Test
    void aValueThatIsNoneOfTheAllowedIsNamed() {
        state.putNode(node("n1").build());

        NodeSearchWithBackup found = place(protectedPod("a")
                .annotation(Names.RECOVERY_ANNOTATION, "sometimes")
                .build());

        assertThat(found.search().decision().message())
                .contains(
                        "annotation edgewise.dev/recovery is \"sometimes\": it must be one of required, preferred, none");
    }

    @Test
    void aPodWithoutAControllerGetsNoBackup() {
        state.putNode(node("n1").build());
        state.putNode(node("n2").build());

        assertThat(place(pod("bare").build()).backup()).isNull();
    }

    @Property(tries = 30, seed = "7")
    void whateverIsPlacedAnyNodeMayFail(@ForAll @IntRange(max = 1_000_000) int seed) {
        Random random = new Random(seed);
        ClusterState cluster = new ClusterState(
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC), name -> false, new ProtectionRules(Set.of("edgewise"), 1));
        for (int i = 0; i < 12; i++) {
            cluster.putNode(
                    node("n" + i).memory((4 + random.nextInt(12)) + "Gi").build());
            Map<String, Rtt> times = new HashMap<>();
            for (int j = 0; j < 12; j++) {
                long micros = 1_000L * Math.abs(i - j) + 1_000;
                times.put("n" + j, new Rtt(micros, micros, micros, 0, Long.MAX_VALUE));
            }
            String from = "n" + i;
            cluster.change(RttIndex.FACT, rtt -> rtt.with(from, times));
        }
        for (int i = 0; i < 40; i++) {
            place(
                    cluster,
                    protectedPod("p" + i)
                            .memory((1 + random.nextInt(4)) + "Gi")
                            .label("delay_n" + random.nextInt(12), String.valueOf(3 + random.nextInt(4)))
                            .build());
        }

        cluster.snapshot().get(BackupIndex.FACT).byBackup().forEach((backup, cover) -> {
            assertThat(cluster.snapshot().node(backup).freeMemory()).isNotNegative();
            cover.byHome().forEach((home, demand) -> {
                assertThat(home).isNotEqualTo(backup);
                assertThat(holds(cover, demand.resources().memory())).isTrue();
            });
        });
        cluster.pods().stream()
                .filter(placed -> placed.backupNode() != null)
                .forEach(placed -> assertThat(isWithinReach(placed)).isTrue());
    }

    private static boolean holds(NodeBackups cover, long memory) {
        return cover.reserve().resources().memory() >= memory;
    }

    private static boolean isWithinReach(Pod placed) {
        Map.Entry<String, String> need = placed.labels().entrySet().iterator().next();
        int reference = Integer.parseInt(need.getKey().substring("delay_n".length()));
        int backup = Integer.parseInt(placed.backupNode().substring(1));
        int millis = backup == reference ? 0 : Math.abs(reference - backup) + 1;
        return millis <= Integer.parseInt(need.getValue());
    }

    private static TestPods.Builder protectedPod(String name) {
        return pod(name).controllerUid("owner-of-" + name);
    }

    private NodeSearchWithBackup place(Pod pod) {
        return place(state, pod);
    }

    private static NodeSearchWithBackup place(ClusterState cluster, Pod pod) {
        cluster.putPod(pod);
        FilterAndScorePipeline pipeline =
                new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new SplittableRandom(3));
        NodeSearchWithBackup found =
                NodeSearchWithBackup.of(pipeline.search(pod, cluster.snapshot()), pod, cluster.snapshot());
        String node = found.search().decision().node();
        if (node != null) {
            assertThat(cluster.assume(pod.assignedTo(node).backedUpBy(found.backup())))
                    .isTrue();
        }
        return found;
    }
}
