package dev.edgewise.scheduler.recovery.failure;

import static dev.edgewise.scheduler.recovery.failure.FailoverFixture.protectedPod;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.Names;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import dev.edgewise.scheduler.state.protection.UncoveredPodSelector;
import dev.edgewise.scheduler.testing.TestDecisions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A backup that stands in for many gives room to what restarts there. */
class ReserveShrinkerTest {
    private final ManualTicker ticker = new ManualTicker();
    private Duration longestHold = Duration.ZERO;
    private int accepted;

    @Test
    void asManyLoseTheirBackupAsMakesRoom() {
        ClusterState state = state(1, 20, 5);
        assertThat(release(state, 2)).hasSize(20 * 2);
        assertThat(kept(state)).isEqualTo(new ResourceDemand(new Resources(0, 3L << 30, 0, Map.of()), 3));
    }

    @Test
    void forTwoFailuresAsWell() {
        ClusterState state = state(2, 20, 5);
        assertThat(release(state, 3)).hasSizeBetween(20, 20 * 2);
        assertThat(kept(state).resources().memory()).isLessThanOrEqualTo(7L << 30);
    }

    @Test
    void whereAllIsNeededNoneIsLeft() {
        ClusterState state = state(1, 20, 5);
        assertThat(release(state, 8)).hasSize(100);
        assertThat(state.protection().backupIndex().backups()).isEmpty();
    }

    @Test
    void decisionsWaitNoLongerForMany() {
        ClusterState state = state(1, 200, 20);
        assertThat(release(state, 20)).hasSize(4000);
        assertThat(longestHold).isLessThan(Duration.ofMillis(30));
        assertThat(accepted).isBetween(4000 / 25, 4000 / 20);
    }

    /** @param gibibytes that are lacking, with as many pods */
    private List<PodWithBackup> release(ClusterState state, int gibibytes) {
        ResourceDemand needed = new ResourceDemand(new Resources(0, (long) gibibytes << 30, 0, Map.of()), gibibytes);
        int failures = state.protection().backupIndex().rules().failures();
        ReserveShrinker release = new ReserveShrinker(
                state,
                new TestDecisions(state::snapshot, step -> {
                    long begun = ticker.nanos();
                    step.run();
                    Duration held = ticker.since(begun);
                    longestHold = held.compareTo(longestHold) > 0 ? held : longestHold;
                }),
                () -> {
                    ticker.advance(Duration.ofMillis(1));
                    return ticker.nanos();
                });
        return release.release(
                Map.of("backup", new UncoveredPodSelector(kept(state), needed, ResourceDemand.NONE, failures)),
                () -> accepted++);
    }

    private static ResourceDemand kept(ClusterState state) {
        return state.protection().backupIndex().of("backup").reserve();
    }

    /** Pods of 1 GiB, as many on each home. */
    private static ClusterState state(int failures, int homes, int podsOfEach) {
        ClusterState state =
                new ClusterState(new TestClock(), name -> false, new ProtectionRules(Set.of("edgewise"), failures));
        state.putNode(node("backup").build());
        for (int pod = 0; pod < podsOfEach; pod++) {
            for (int home = 0; home < homes; home++) {
                state.putPod(protectedPod("p" + home + "-" + pod, "1Gi")
                        .runningOn("n" + home)
                        .annotation(Names.BACKUP_NODE_ANNOTATION, "backup")
                        .build());
            }
        }
        return state;
    }
}
