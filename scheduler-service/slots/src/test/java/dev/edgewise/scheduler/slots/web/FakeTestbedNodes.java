package dev.edgewise.scheduler.slots.web;

import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.Candidate;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.LabelledNode;
import dev.edgewise.scheduler.slots.view.TestbedNodes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Four nodes in memory: n0 to n3, of which n3 has no room. */
public final class FakeTestbedNodes implements TestbedNodes {
    private final Map<String, String> labels = new TreeMap<>();

    /** The labels of nodes by their names. */
    public Map<String, String> labels() {
        return labels;
    }

    @Override
    public TestbedNodeLabelPlanner read(Testbed testbed) {
        return new TestbedNodeLabelPlanner(List.of(node(0), node(1), node(2), node(3)));
    }

    private Candidate node(int number) {
        String name = "n" + number;
        return new Candidate(name, labels.get(name), number < 3, 100 - number);
    }

    @Override
    public void label(Testbed testbed, List<LabelledNode> nodes, boolean dryRun) {
        if (!dryRun) {
            nodes.forEach(node -> labels.put(node.node(), Integer.toString(node.index())));
        }
    }
}
