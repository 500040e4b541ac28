package dev.edgewise.scheduler.state;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.signals.energy.NodeEnergyByPosition;
import dev.edgewise.scheduler.testing.TestNodes;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.pcollections.HashTreePMap;

class NodeDomainIndexTest {
    private static final Instant NOW = TestClock.START;

    private static final Map<String, Integer> POSITIONS = Map.of("n1", 0);

    private final NodeDomainIndex topology = new NodeDomainIndex(
            new NodeState[] {NodeState.of(node("n1").build())},
            POSITIONS,
            new NodeNameIndex(POSITIONS),
            HashTreePMap.singleton(TestNodes.HOSTNAME, 1));

    private static EnergyIndex index(double percent) {
        return EnergyIndex.of(Map.of("n1", percent(percent)));
    }

    @Test
    void decisionsAndASimulationOfOlderReadingsBuildTheirTablesOnce() {
        EnergyIndex old = index(80);
        EnergyIndex fresh = index(10);
        NodeEnergyByPosition simulated = topology.energy(old, NOW);
        NodeEnergyByPosition decided = topology.energy(fresh, NOW);
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
        assertThat(topology.cachedLabels()).isZero();
        assertThat(topology.isComplete(TestNodes.HOSTNAME)).isTrue();
        assertThat(topology.cachedLabels()).isEqualTo(1);
    }

    @Test
    void theNewestTwoAreKept() {
        EnergyIndex first = index(80);
        NodeEnergyByPosition known = topology.energy(first, NOW);
        NodeEnergyByPosition second = topology.energy(index(70), NOW);
        EnergyIndex last = index(60);
        NodeEnergyByPosition third = topology.energy(last, NOW);
        assertThat(topology.energy(last, NOW)).isSameAs(third).isNotSameAs(second);
        assertThat(topology.energy(first, NOW)).isNotSameAs(known);
    }

    /** A label that changes often, such as a level of energy, must not make all others be read again. */
    @Test
    void whatALabelDoesNotTouchIsKept() {
        ClusterState state = new ClusterState(new TestClock());
        state.putNode(
                node("n1").label("rack", "a").label("energy-status", "high").build());
        state.putNode(node("n2").label("rack", "b").build());
        EnergyIndex readings = index(80);
        NodeDomainIndex before = state.snapshot().topology();
        int[] turns = before.zoneOrder();
        NodeEnergyByPosition energy = before.energy(readings, NOW);
        assertThat(before.domains("rack")).containsExactlyInAnyOrder("a", "b");
        assertThat(before.isComplete(TestNodes.HOSTNAME)).isTrue();

        state.putNode(node("n2").label("rack", "c").label("new", "x").build());
        NodeDomainIndex after = state.snapshot().topology();
        assertThat(after.cachedLabels())
                .as("only that of the label that stayed")
                .isEqualTo(1);
        assertThat(after.domains("rack")).containsExactlyInAnyOrder("a", "c");
        assertThat(after.isKey("new")).isTrue();
        assertThat(after.zoneOrder()).isSameAs(turns);
        assertThat(after.energy(readings, NOW)).isSameAs(energy);

        state.putNode(
                node("n1").label("rack", "a").label("energy-status", "low").build());
        NodeDomainIndex last = state.snapshot().topology();
        assertThat(last.zoneOrder()).isSameAs(turns);
        assertThat(last.energy(readings, NOW)).isNotSameAs(energy);
        state.putNode(node("n2").label("rack", "c").build());
        assertThat(state.snapshot().topology().isKey("new")).isFalse();
        state.putNode(node("n2").label(Node.ZONE_LABEL, "z").build());
        assertThat(state.snapshot().topology().zoneOrder()).isNotSameAs(turns);
        assertThat(state.snapshot().topology().isKey("rack")).isTrue();
        assertThat(state.snapshot().topology().isComplete("rack")).isFalse();
    }
}
