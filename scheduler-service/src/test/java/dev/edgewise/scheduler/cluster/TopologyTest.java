package dev.edgewise.scheduler.cluster;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.energy.EnergyIndex;
import dev.edgewise.scheduler.energy.EnergyTable;
import dev.edgewise.scheduler.testing.TestNodes;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopologyTest {
    private static final Instant NOW = TestClock.START;

    private static final Map<String, Integer> POSITIONS = Map.of("n1", 0);

    private final Topology topology =
            new Topology(new NodeState[] {NodeState.of(node("n1").build())}, POSITIONS, new NameIndex(POSITIONS));

    private static EnergyIndex index(double percent) {
        return EnergyIndex.of(Map.of("n1", percent(percent)));
    }

    @Test
    void decisionsAndASimulationOfOlderReadingsBuildTheirTablesOnce() {
        EnergyIndex old = index(80);
        EnergyIndex fresh = index(10);
        EnergyTable simulated = topology.energy(old, NOW);
        EnergyTable decided = topology.energy(fresh, NOW);
        for (int turn = 0; turn < 5; turn++) {
            assertThat(topology.energy(old, NOW)).isSameAs(simulated);
            assertThat(topology.energy(fresh, NOW)).isSameAs(decided);
        }
        assertThat(simulated.powerless()).isZero();
        assertThat(decided.powerless()).isEqualTo(1);
    }

    /** Tenants name what they like, and a topology lives on for as long as no node changes. */
    @Test
    void labelsThatNoNodeHasAreNotKept() {
        for (int i = 0; i < 10_000; i++) {
            assertThat(topology.isComplete("k" + i)).isFalse();
            assertThat(topology.domains("k" + i)).isEmpty();
        }
        assertThat(topology.kept()).isZero();
        assertThat(topology.isComplete(TestNodes.HOSTNAME)).isTrue();
        assertThat(topology.kept()).isEqualTo(1);
    }

    @Test
    void theNewestTwoAreKept() {
        EnergyIndex first = index(80);
        EnergyTable known = topology.energy(first, NOW);
        EnergyTable second = topology.energy(index(70), NOW);
        EnergyIndex last = index(60);
        EnergyTable third = topology.energy(last, NOW);
        assertThat(topology.energy(last, NOW)).isSameAs(third).isNotSameAs(second);
        assertThat(topology.energy(first, NOW)).isNotSameAs(known);
    }
}
