package dev.edgewise.scheduler.plugins.recovery;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RecoveryPluginTest {
    private static final int NODES = 100;
    private static final int PODS = 300;

    private final RecoveryPlugin recovery = new RecoveryPlugin();
    private final Random random = new Random(1);

    /** The shortcut that does not compare all nodes with all finds the least addition. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void theLeastIsThatOfAllBackups(int failures) {
        ClusterState state = withBackups(failures);
        List<NodeState> nodes = state.snapshot().nodes();
        for (List<NodeState> asked : List.of(nodes, nodes.subList(0, 40), nodes.subList(0, 1))) {
            for (int i = 0; i < 20; i++) {
                Pod pending = random("pending");
                assertThat(recovery.score(pending, state.snapshot(), asked))
                        .containsExactly(all(pending, state.snapshot(), asked));
            }
        }
    }

    @Test
    void aPodThatIsNotProtectedIsIndifferent() {
        ClusterState state = withBackups(1);
        assertThat(recovery.score(
                        pod("bare").build(), state.snapshot(), state.snapshot().nodes()))
                .isEqualTo(Score.NOTHING);
    }

    private static double[] all(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        double[] values = new double[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            double least = 1;
            for (NodeState backup : nodes) {
                NodeBackups cover = snapshot.get(BackupIndex.FACT).find(backup.name());
                if (cover != null && backup != nodes.get(i)) {
                    least = Math.min(
                            least, AddedReserve.share(cover, nodes.get(i).name(), ResourceDemand.of(pod)));
                }
            }
            values[i] = 1 - least;
        }
        return values;
    }

    /** Creates a state in which half of the nodes stand in for all. */
    private ClusterState withBackups(int failures) {
        ClusterState state = new ClusterState(
                Clock.fixed(Instant.EPOCH, ZoneOffset.UTC),
                name -> false,
                new ProtectionRules(Set.of("edgewise"), failures));
        for (int i = 0; i < NODES; i++) {
            state.putNode(node("n" + i).build());
        }
        for (int i = 0; i < PODS; i++) {
            int home = random.nextInt(NODES);
            Pod bound = builder("p" + i).runningOn("n" + home).build();
            state.putPod(bound);
            state.protection().assign(bound, "n" + (home + 1 + random.nextInt(NODES / 2 - 1)) % (NODES / 2));
        }
        return state;
    }

    private Pod random(String name) {
        return builder(name).build();
    }

    private TestPods.Builder builder(String name) {
        return pod(name)
                .controllerUid("set-" + name)
                .cpu(100 + random.nextInt(900) + "m")
                .memory(64 + random.nextInt(512) + "Mi");
    }
}
