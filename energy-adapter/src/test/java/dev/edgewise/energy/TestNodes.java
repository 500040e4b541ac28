package dev.edgewise.energy;

import dev.edgewise.energy.nodes.EnergyNode;
import dev.edgewise.energy.nodes.NodeTaint;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Nodes for tests. */
public final class TestNodes {
    private TestNodes() {}

    public static EnergyNode node(String name) {
        return labelled(name, Map.of());
    }

    public static List<EnergyNode> nodes(String... names) {
        return Arrays.stream(names).map(TestNodes::node).toList();
    }

    public static EnergyNode labelled(String name, Map<String, String> labels) {
        return new EnergyNode(name, "1", labels, Set.of(), List.of());
    }

    public static EnergyNode tainted(String name, NodeTaint... taints) {
        return new EnergyNode(name, "1", Map.of(), Set.of(), List.of(taints));
    }

    public static EnergyNode addressed(String name, String... addresses) {
        return new EnergyNode(name, "1", Map.of(), Set.of(addresses), List.of());
    }
}
