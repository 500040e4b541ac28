package dev.edgewise.scheduler.optimizer;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ReserveOptimizerTest {
    private static final long GIB = 1L << 30;

    private final ClusterState state = cluster(1);

    @Test
    void podsOfSeveralNodesShareOneRoom() {
        nodes(6);
        place("a", "n0", "n3");
        place("b", "n1", "n4");
        place("c", "n2", "n5");

        ReservePlan plan = optimize(state, 10);

        assertThat(plan.before().room().resources().memory()).isEqualTo(3 * GIB);
        assertThat(plan.after().room().resources().memory()).isEqualTo(GIB);
        assertThat(plan.complete()).isTrue();
        // No node stands in for its own pod.
        apply(state, plan);
        assertThat(state.protection().pods())
                .allSatisfy(pod -> assertThat(pod.backup()).isNotEqualTo(pod.home()));
    }

    @Test
    void twoOfThemMakeRoomForAThird() {
        nodes(4);
        // n0's pods need two backups; n1's one is on a third, where only "c" has no other choice than n2.
        place(owned("a").memory("1Gi").nodeSelector("first", "yes"), "n0", "n1");
        place(owned("b").memory("1Gi"), "n0", "n2");
        place(owned("c").memory("1Gi"), "n1", "n3");

        ReservePlan plan = optimize(state, 10);

        assertThat(plan.after().room().resources().memory()).isLessThanOrEqualTo(2 * GIB);
    }

    @Test
    void noMorePodsGetAnotherBackupThanMay() {
        nodes(12);
        for (int i = 0; i < 6; i++) {
            place("p" + i, "n" + i, "n" + (6 + i));
        }

        ReservePlan plan = optimize(state, 2);

        assertThat(plan.moves()).hasSize(2);
        assertThat(plan.after().room().resources().memory()).isEqualTo(4 * GIB);
    }

    @Test
    void withoutTimeNothingChanges() {
        nodes(6);
        place("a", "n0", "n3");
        place("b", "n1", "n4");

        ReservePlan plan = optimize(state, 10, Duration.ZERO);

        assertThat(plan.moves()).isEmpty();
        assertThat(plan.after()).isEqualTo(plan.before());
        assertThat(plan.leastShare()).isZero();
        assertThat(plan.complete()).isFalse();
    }

    @Test
    void whereNothingIsProtectedThereIsNothingToDo() {
        nodes(2);

        ReservePlan plan = optimize(state, 10);

        assertThat(plan.moves()).isEmpty();
        assertThat(plan.complete()).isTrue();
        assertThat(plan.gap()).isZero();
    }

    @Test
    void ofTooManyPodsThoseOfWholeNodesAreLookedAt() {
        nodes(10);
        for (int i = 0; i < 18; i++) {
            place("p" + i, "n" + i / 2, "n9");
        }

        List<PodWithBackup> region =
                ReserveSearchPodSelection.of(state.protection().pods(), 7, state.snapshot(), new SplittableRandom(3));

        assertThat(region).hasSize(6);
        assertThat(region.stream().map(PodWithBackup::home).distinct()).hasSize(3);
        assertThat(ReserveSearchPodSelection.of(
                        state.protection().pods(), 18, state.snapshot(), new SplittableRandom(3)))
                .hasSize(18);
    }

    @Property(tries = 60, seed = "11")
    void aPlanKeepsNoMoreAndHolds(
            @ForAll @IntRange(max = 1_000_000) int seed, @ForAll @IntRange(min = 1, max = 2) int k) {
        ClusterState cluster = random(new Random(seed), k);
        List<PodWithBackup> before = cluster.protection().pods();
        ResourceDemand kept = kept(cluster);

        ReservePlan plan = optimize(cluster, 1_000);
        apply(cluster, plan);

        assertThat(plan.before().room()).isEqualTo(kept);
        assertThat(plan.after().room()).isEqualTo(kept(cluster));
        assertThat(plan.after().share()).isLessThanOrEqualTo(plan.before().share() + 1e-9);
        assertThat(plan.leastShare()).isLessThanOrEqualTo(plan.after().share() + 1e-9);
        assertThat(cluster.protection().pods()).hasSameSizeAs(before);
        for (PodWithBackup pod : cluster.protection().pods()) {
            assertThat(pod.backup()).isNotNull().isNotEqualTo(pod.home());
            assertThat(NodeSearchWithBackup.holds(pod, BuiltInProfiles.edgewise(), cluster.snapshot()))
                    .isTrue();
        }
    }

    /** The least of all choices, tried one by one. */
    @Property(tries = 25, seed = "12")
    void noChoiceIsBelowTheBound(@ForAll @IntRange(max = 1_000_000) int seed) {
        ClusterState cluster = cluster(1);
        Random random = new Random(seed);
        for (int i = 0; i < 4; i++) {
            cluster.putNode(node("n" + i).memory("64Gi").build());
        }
        for (int i = 0; i < 5; i++) {
            int home = random.nextInt(4);
            place(cluster, owned("p" + i).memory((1 + random.nextInt(3)) + "Gi"), "n" + home, "n" + (home + 1) % 4);
        }

        ReservePlan plan = optimize(cluster, 100);
        long least = least(cluster, cluster.protection().pods(), 0);

        assertThat(plan.after().room().resources().memory()).isGreaterThanOrEqualTo(least);
        double leastShare = (double) least / plan.requested().resources().memory();
        assertThat(plan.leastShare()).isLessThanOrEqualTo(leastShare + 0.01);
        assertThat(plan.after().share()).isCloseTo(leastShare, within(0.25));
    }

    private static long least(ClusterState cluster, List<PodWithBackup> pods, int at) {
        if (at == pods.size()) {
            return kept(cluster).resources().memory();
        }
        PodWithBackup pod = pods.get(at);
        long least = Long.MAX_VALUE;
        for (NodeState node : cluster.snapshot().nodes()) {
            if (!node.name().equals(pod.home())) {
                cluster.protection().assign(pod.pod(), node.name());
                least = Math.min(least, least(cluster, pods, at + 1));
            }
        }
        return least;
    }

    private static ClusterState random(Random random, int failures) {
        ClusterState cluster = cluster(failures);
        for (int i = 0; i < 10; i++) {
            cluster.putNode(node("n" + i)
                    .memory((8 + random.nextInt(8)) + "Gi")
                    .cpu("8")
                    .label("site", "s" + i % 3)
                    .build());
        }
        List<Pod> placed = new ArrayList<>();
        for (int i = 0; i < 30; i++) {
            Pod pod = owned("p" + i)
                    .memory((1 + random.nextInt(3)) + "Gi")
                    .cpu(100 * (1 + random.nextInt(5)) + "m")
                    .nodeSelector("site", "s" + random.nextInt(3))
                    .build();
            placed.add(pod);
            cluster.putPod(pod);
            var found = NodeSearchWithBackup.of(
                    new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new SplittableRandom(i))
                            .search(pod, cluster.snapshot()),
                    pod,
                    cluster.snapshot());
            String home = found.search().decision().node();
            if (home != null && found.backup() != null) {
                cluster.assume(pod.assignedTo(home).backedUpBy(found.backup()));
            }
        }
        return cluster;
    }

    private static ResourceDemand kept(ClusterState cluster) {
        ResourceDemand kept = ResourceDemand.NONE;
        for (var cover : cluster.snapshot().get(BackupIndex.FACT).byBackup().values()) {
            kept = kept.plus(cover.reserve());
        }
        return kept;
    }

    private static ReservePlan optimize(ClusterState cluster, int mostChanges) {
        return optimize(cluster, mostChanges, Duration.ofHours(1));
    }

    private static ReservePlan optimize(ClusterState cluster, int mostChanges, Duration most) {
        return new ReserveOptimizer(
                        cluster.snapshot(),
                        cluster.protection().pods(),
                        name -> BuiltInProfiles.edgewise(),
                        mostChanges,
                        new SplittableRandom(5),
                        new SearchTimeLimit(System::nanoTime, most, () -> {}))
                .optimize();
    }

    private static void apply(ClusterState cluster, ReservePlan plan) {
        plan.moves().forEach(move -> cluster.protection().assign(move.pod().pod(), move.to()));
    }

    private void nodes(int count) {
        for (int i = 0; i < count; i++) {
            state.putNode(node("n" + i)
                    .memory("16Gi")
                    .label("first", i < 3 ? "yes" : "no")
                    .build());
        }
    }

    private void place(String name, String home, String backup) {
        place(owned(name).memory("1Gi"), home, backup);
    }

    private void place(TestPods.Builder pod, String home, String backup) {
        place(state, pod, home, backup);
    }

    private static void place(ClusterState cluster, TestPods.Builder pod, String home, String backup) {
        cluster.putPod(pod.runningOn(home)
                .annotation(Names.BACKUP_NODE_ANNOTATION, backup)
                .build());
    }

    private static TestPods.Builder owned(String name) {
        return pod(name).controllerUid("owner-of-" + name);
    }

    private static ClusterState cluster(int failures) {
        return new ClusterState(new TestClock(), name -> false, new ProtectionRules(Set.of("edgewise"), failures));
    }
}
