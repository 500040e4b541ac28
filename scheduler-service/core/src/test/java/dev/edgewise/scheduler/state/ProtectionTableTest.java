package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.Balloon;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class ProtectionTableTest {
    private static final int NODES = 5;

    private final ClusterState state = state(1);

    @Test
    void podsOfDifferentNodesShareTheRoom() {
        state.putPod(covered("a", "n1", "n0").memory("2Gi").build());
        state.putPod(covered("b", "n2", "n0").memory("1Gi").build());

        assertThat(reserveOf("n0").resources().memory()).isEqualTo(2L << 30);
        assertThat(reserveOf("n0").pods()).isEqualTo(1);
        assertThat(freeOf("n0").freeMemory()).isEqualTo(6L << 30);
        assertThat(freeOf("n0").freePods()).isEqualTo(109);
    }

    @Test
    void podsOfOneNodeAddUp() {
        state.putPod(covered("a", "n1", "n0").memory("2Gi").cpu("1").build());
        state.putPod(covered("b", "n1", "n0").memory("1Gi").build());

        assertThat(reserveOf("n0").resources()).isEqualTo(new Resources(1000, 3L << 30, 0, Map.of()));
        assertThat(freeOf("n0").freePods()).isEqualTo(108);
    }

    @Test
    void roomForTwoFailuresIsThatOfTheTwoLargestDemands() {
        ClusterState two = state(2);
        two.putPod(covered("a", "n1", "n0").memory("2Gi").cpu("1").build());
        two.putPod(covered("b", "n2", "n0").memory("1Gi").cpu("2").build());
        two.putPod(covered("c", "n3", "n0").memory("3Gi").build());

        ResourceDemand reserve = two.snapshot().get(BackupIndex.FACT).of("n0").reserve();

        assertThat(reserve.resources().memory()).isEqualTo(5L << 30);
        assertThat(reserve.resources().milliCpu()).isEqualTo(3000);
        assertThat(reserve.pods()).isEqualTo(2);
    }

    @Test
    void onlyBoundPodsOfProtectedProfilesWithAControllerAreCovered() {
        state.putPod(covered("other", "n1", "n0").scheduler("stock").build());
        state.putPod(covered("bare", "n1", "n0").controllerUid("").build());
        state.putPod(covered("opted-out", "n1", "n0")
                .annotation(Names.RECOVERY_ANNOTATION, "none")
                .build());
        state.putPod(covered("leaving", "n1", "n0").terminating().build());
        state.putPod(covered("on-itself", "n0", "n0").build());
        state.putPod(covered("says-so", "nowhere", "n0").neverScheduled().build());

        assertThat(state.snapshot().get(BackupIndex.FACT).backups()).isEmpty();
    }

    @Test
    void whatIsAssignedCountsAndNotWhatThePodSays() {
        Pod pod = covered("a", "n1", "n0").memory("1Gi").build();
        state.putPod(pod);
        state.protection().assign(pod, "n2");
        state.putPod(covered("a", "n1", "n3").memory("1Gi").build());

        assertThat(state.snapshot().get(BackupIndex.FACT).backups()).containsOnly("n2");

        state.protection().follow();

        assertThat(state.snapshot().get(BackupIndex.FACT).backups()).containsOnly("n3");
    }

    @Test
    void aPodThatTakesTheNameOfAnotherIsAnother() {
        Pod first = covered("a", "n1", "n0").uid("first").build();
        state.putPod(first);
        state.putPod(covered("a", "n3", "n4").uid("second").build());
        state.protection().assign(first, "n2");

        assertThat(state.snapshot().get(BackupIndex.FACT).backups()).containsOnly("n4");
        assertThat(state.snapshot().get(BackupIndex.FACT).of("n4").byHome()).containsOnlyKeys("n3");
    }

    @Property(seed = "14")
    void eachNodeKeepsEnoughForAnyFailureWhateverChanges(
            @ForAll @IntRange(max = 1_000_000) int seed, @ForAll @IntRange(min = 1, max = 3) int failures) {
        ClusterState changing = state(failures);
        Random random = new Random(seed);
        for (int step = 0; step < 60; step++) {
            change(changing, random);
        }

        List<Pod> all = new ArrayList<>(changing.pods());
        for (int i = 0; i < NODES; i++) {
            String backup = "n" + i;
            ResourceDemand expected = Demands.needed(all, backup, failures);
            ResourceDemand kept =
                    changing.snapshot().get(BackupIndex.FACT).of(backup).reserve();
            assertThat(kept).isEqualTo(expected);
            assertThat(placeholders(changing, backup)).isEqualTo(expected.max(heldByBalloons(changing, backup)));
        }
    }

    private static void change(ClusterState changing, Random random) {
        String name = "p" + random.nextInt(12);
        switch (random.nextInt(9)) {
            case 0 -> changing.removePod(new PodKey("default", name));
            case 1 -> changing.removeNode("n" + random.nextInt(NODES));
            case 6 -> changing.protection().put(balloon(random));
            case 7 -> changing.protection().removeBalloon(balloon(random).key());
            case 8 -> release(changing, "n" + random.nextInt(NODES));
            case 2 -> changing.putNode(node("n" + random.nextInt(NODES)).build());
            default ->
                changing.putPod(covered(name, "n" + random.nextInt(NODES), "n" + random.nextInt(NODES))
                        .memory((1 + random.nextInt(6)) + "Gi")
                        .cpu(random.nextInt(3) + "")
                        .scalar("example.com/gpu", 1 + random.nextInt(2))
                        .build());
        }
    }

    private static Balloon balloon(Random random) {
        String name = "b" + random.nextInt(4);
        Resources room = new Resources(random.nextInt(3) * 1000L, random.nextInt(9) * (1L << 30), 0, Map.of());
        return new Balloon(
                new PodKey("edgewise", name),
                name,
                "n" + random.nextInt(NODES),
                new ResourceDemand(room, 1),
                random.nextBoolean());
    }

    /** Releases the balloons of a node; after that they hold no more than its reserve. */
    private static void release(ClusterState changing, String node) {
        changing.protection().releaseBalloons(node, ResourceDemand.NONE);
        ResourceDemand kept = changing.snapshot().get(BackupIndex.FACT).of(node).reserve();
        ResourceDemand held = heldByBalloons(changing, node);
        assertThat(kept.resources().max(held.resources())).isEqualTo(kept.resources());
        changing.protection().releasedBalloons().forEach(balloon -> changing.protection()
                .removeBalloon(balloon.key()));
    }

    private static ResourceDemand heldByBalloons(ClusterState changing, String node) {
        return changing.protection().balloons().stream()
                .filter(balloon -> balloon.node().equals(node))
                .map(Balloon::room)
                .reduce(ResourceDemand.NONE, ResourceDemand::plus);
    }

    private static ResourceDemand placeholders(ClusterState state, String node) {
        NodeState known = state.snapshot().node(node);
        if (known == null) {
            return Demands.needed(
                            new ArrayList<>(state.pods()),
                            node,
                            state.snapshot().get(BackupIndex.FACT).rules().failures())
                    .max(heldByBalloons(state, node));
        }
        ResourceDemand sum = ResourceDemand.NONE;
        for (Pod pod : known.pods()) {
            sum = CapacityPlaceholderPod.isForRecovery(pod) ? sum.plus(ResourceDemand.of(pod)) : sum;
        }
        return sum;
    }

    private ResourceDemand reserveOf(String node) {
        return state.snapshot().get(BackupIndex.FACT).of(node).reserve();
    }

    private NodeState freeOf(String node) {
        NodeState known = state.snapshot().node(node);
        assertThat(known).isNotNull();
        return known;
    }

    private static TestPods.Builder covered(String name, String home, String backup) {
        return pod(name)
                .controllerUid("owner-of-" + name)
                .runningOn(home)
                .annotation(Names.BACKUP_NODE_ANNOTATION, backup);
    }

    private static ClusterState state(int failures) {
        ClusterState state =
                new ClusterState(Clock.systemUTC(), name -> false, new ProtectionRules(Set.of("edgewise"), failures));
        for (int i = 0; i < NODES; i++) {
            state.putNode(node("n" + i).build());
        }
        return state;
    }
}
