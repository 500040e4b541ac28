package dev.edgewise.networkprobe.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class EstimateRefreshNodeSelectorTest {
    private static final List<String> NODES = nodes(3_000);

    private static List<String> nodes(int count) {
        return IntStream.range(0, count).mapToObj(i -> "n" + i).toList();
    }

    private static List<String> turns(EstimateRefreshNodeSelector rotation, int rounds, int most) {
        List<String> turns = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            List<String> turn = rotation.next(NODES, true);
            assertThat(turn).hasSizeLessThanOrEqualTo(most);
            turns.addAll(turn);
        }
        return turns;
    }

    @Test
    void eachNodeHasItsTurnOnceInACycleAfterAQuickerFirstOne() {
        EstimateRefreshNodeSelector rotation = new EstimateRefreshNodeSelector(60);

        assertThat(turns(rotation, 30, 100)).containsExactlyInAnyOrderElementsOf(NODES);
        assertThat(turns(rotation, 60, 50)).containsExactlyInAnyOrderElementsOf(NODES);
    }

    @Test
    void aSmallClusterIsDoneAtOnce() {
        assertThat(new EstimateRefreshNodeSelector(60).next(nodes(64), true)).hasSize(64);
    }

    @Test
    void aNewInstallationWithoutNodesIsNotDone() {
        EstimateRefreshNodeSelector rotation = new EstimateRefreshNodeSelector(60);

        assertThat(rotation.next(List.of(), true)).isEmpty();

        assertThat(rotation.next(nodes(64), true)).hasSize(64);
    }

    /** Up to 48 nodes measure each other and are warm at once; with more the cluster becomes warm again. */
    @Test
    void whatOutgrewAFullMeshHasItsFirstTurnsAgain() {
        EstimateRefreshNodeSelector rotation = new EstimateRefreshNodeSelector(60);
        assertThat(rotation.next(nodes(10), true)).hasSize(10);

        assertThat(rotation.next(nodes(64), false)).isEmpty();

        assertThat(rotation.next(nodes(64), true)).hasSize(64);
    }

    @Test
    void nobodyHasATurnUntilItIsWarm() {
        assertThat(new EstimateRefreshNodeSelector(6).next(NODES, false)).isEmpty();
    }
}
