package dev.edgewise.energy.nodelabels;

import static dev.edgewise.energy.TestNodes.labelled;
import static dev.edgewise.energy.TestNodes.node;
import static dev.edgewise.energy.TestNodes.nodes;
import static dev.edgewise.energy.TestNodes.tainted;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeTaint;
import dev.edgewise.energy.readings.NodeEnergyState;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class NodeChangePlannerTest {
    private static final NodeTaint OURS = new NodeTaint("edgewise.dev/energy", "powerless", "NoSchedule", null);
    private static final NodeTaint OTHER = new NodeTaint("example.com/x", null, "NoExecute", "2026-01-01T00:00:00Z");
    private static final NodeTaintProperties OFF = new NodeTaintProperties(false, "NoSchedule", 0.5);
    private static final NodeTaintProperties ON = new NodeTaintProperties(true, "NoSchedule", 0.5);

    private final Map<String, NodeEnergyState> known = new HashMap<>();

    private void is(String node, EnergyLevel level) {
        known.put(node, new NodeEnergyState(Optional.ofNullable(level), 10));
    }

    private List<NodeChange> plan(boolean removeStale, NodeTaintProperties taints, List<EnergyNode> nodes) {
        return new NodeChangePlanner(new NodeLabelProperties(removeStale), taints).changes(nodes, Set.of(), known::get);
    }

    @Test
    void onlyWrongLabelsAreWrittenThoseOfPowerlessNodesFirst() {
        is("a", EnergyLevel.VULNERABLE);
        is("b", EnergyLevel.VULNERABLE);
        is("c", EnergyLevel.POWERLESS);
        List<EnergyNode> all = List.of(
                labelled("a", Map.of("energy-status", "well-powered")),
                labelled("b", Map.of("energy-status", "vulnerable")),
                labelled("c", Map.of("energy-status", "nonsense")),
                labelled("d", Map.of("energy-status", "vulnerable")));

        assertThat(plan(true, OFF, all))
                .containsExactly(
                        new NodeChange(all.get(2), true, EnergyLevel.POWERLESS, null),
                        new NodeChange(all.get(0), true, EnergyLevel.VULNERABLE, null));
    }

    @Test
    void theLabelOfAStaleNodeStaysUnlessItIsToBeRemoved() {
        is("a", null);
        is("b", null);
        List<EnergyNode> all = List.of(labelled("a", Map.of("energy-status", "vulnerable")), node("b"));

        assertThat(plan(false, OFF, all)).isEmpty();
        assertThat(plan(true, OFF, all)).containsExactly(new NodeChange(all.get(0), true, null, null));
    }

    @Test
    void theTaintComesWithPowerlessAndGoesWithoutTouchingOthers() {
        is("a", EnergyLevel.POWERLESS);
        is("b", EnergyLevel.LOW_POWERED);
        is("c", null);
        List<EnergyNode> all =
                List.of(tainted("a", OTHER), tainted("b", OTHER, OURS), tainted("c", OURS), tainted("d", OURS));

        assertThat(plan(false, new NodeTaintProperties(true, "NoSchedule", 1), all))
                .extracting(change -> change.node().name() + change.taints())
                .containsExactly("a" + List.of(OTHER, OURS), "b" + List.of(OTHER), "c" + List.of(), "d" + List.of());
        assertThat(plan(false, OFF, List.of(tainted("e", OURS))))
                .as("switched off, what was left behind goes")
                .extracting(NodeChange::taints)
                .containsExactly(List.of());
    }

    @Test
    void anotherEffectReplacesTheTaint() {
        is("a", EnergyLevel.POWERLESS);
        NodeTaintProperties all = new NodeTaintProperties(true, "NoExecute", 1);
        EnergyNode node = new EnergyNode("a", "7", Map.of("energy-status", "powerless"), Set.of(), List.of(OURS));

        assertThat(plan(false, all, List.of(node)))
                .extracting(NodeChange::taints)
                .containsExactly(List.of(new NodeTaint("edgewise.dev/energy", "powerless", "NoExecute", null)));
    }

    @Test
    void whoIsTaintedStaysSoAndTheEmptiestFollow() {
        known.put("a", new NodeEnergyState(Optional.of(EnergyLevel.POWERLESS), 1));
        known.put("b", new NodeEnergyState(Optional.of(EnergyLevel.POWERLESS), 9));
        known.put("c", new NodeEnergyState(Optional.of(EnergyLevel.POWERLESS), 5));
        List<EnergyNode> all = new ArrayList<>(nodes("a", "c", "d"));
        all.add(tainted("b", OURS));

        assertThat(plan(false, ON, all).stream().filter(change -> change.taints() != null))
                .as("2 of 4: b has it, a is emptier than c")
                .extracting(change -> change.node().name())
                .containsExactly("a");
    }

    /**
     * Any levels of nodes, now and before: taints never are on more than the share of the nodes, and none in a cluster
     * of one.
     */
    @Property(tries = 300, seed = "1")
    void neverMoreThanTheShareIsTainted(
            @ForAll @IntRange(min = 1, max = 40) int size,
            @ForAll @DoubleRange(max = 1) double share,
            @ForAll long seed) {
        Random random = new Random(seed);
        List<EnergyNode> all = new ArrayList<>();
        Map<String, NodeEnergyState> levels = new HashMap<>();
        for (int i = 0; i < size; i++) {
            all.add(random.nextBoolean() ? tainted("n" + i, OURS) : node("n" + i));
            EnergyLevel level = random.nextInt(3) == 0 ? null : EnergyLevel.values()[random.nextInt(4)];
            levels.put("n" + i, new NodeEnergyState(Optional.ofNullable(level), random.nextInt(15)));
        }
        NodeTaintProperties taints = new NodeTaintProperties(true, "NoSchedule", share);
        List<NodeChange> changes =
                new NodeChangePlanner(new NodeLabelProperties(false), taints).changes(all, Set.of(), levels::get);

        Map<String, List<NodeTaint>> after = new HashMap<>();
        all.forEach(node -> after.put(node.name(), node.taints()));
        changes.stream()
                .filter(change -> change.taints() != null)
                .forEach(change -> after.put(change.node().name(), change.taints()));
        assertThat(after.values().stream().filter(each -> each.contains(OURS)).count())
                .isLessThanOrEqualTo((long) Math.floor(share * size));
        long before = all.stream().filter(node -> node.taints().contains(OURS)).count();
        long added = changes.stream()
                .filter(change -> change.taints() != null && change.taints().contains(OURS))
                .count();
        assertThat(added == 0 ? 0 : before + added)
                .as("also while those that lose it still have it")
                .isLessThanOrEqualTo((long) Math.floor(share * size));
        after.forEach((name, each) -> {
            if (each.contains(OURS)) {
                assertThat(levels.get(name).level()).contains(EnergyLevel.POWERLESS);
            }
        });
    }

    @Test
    void wrongSettingsAreNamed() {
        assertThatThrownBy(() -> new NodeTaintProperties(true, "Drain", 0.5))
                .hasMessage("edgewise.energy-adapter.taints.effect is Drain: it must be one of NoSchedule,"
                        + " PreferNoSchedule, NoExecute");
        assertThatThrownBy(() -> new NodeTaintProperties(true, "NoSchedule", 1.1))
                .hasMessageContaining("max-share is 1.1: it must be in 0..1");
    }
}
