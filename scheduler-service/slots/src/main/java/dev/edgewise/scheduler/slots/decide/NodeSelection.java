package dev.edgewise.scheduler.slots.decide;

import dev.edgewise.scheduler.slots.model.NodeProblem;
import dev.edgewise.scheduler.slots.model.SlotPlace;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The nodes of a testbed.
 *
 * @param nodes names by the value of the testbed's label
 * @param problems labelled nodes that it does not use, with the reason
 */
record NodeSelection(SortedMap<Integer, String> nodes, List<NodeProblem> problems) {
    /** @param present places as they are numbered now: a node among them keeps its index against another one */
    static NodeSelection of(Testbed testbed, SlotDecisionInputIndex index, List<SlotPlace> present) {
        SortedMap<Integer, String> nodes = new TreeMap<>();
        List<NodeProblem> problems = new ArrayList<>();
        String label = testbed.spec().nodeLabel();
        for (NodeFacts node : labelled(testbed, index, present)) {
            String value = node.labels().getOrDefault(label, "");
            Testbed owner = index.nodeOwner(node.name());
            if (owner != null && !owner.uid().equals(testbed.uid())) {
                problems.add(new NodeProblem(node.name(), takenBy(owner, testbed)));
            } else if (!isIndex(value)) {
                // The message leaves out the value: the label may be one whose value tenants should not know.
                problems.add(new NodeProblem(node.name(), "its label " + label + " must be a whole number from 0"));
            } else if (nodes.putIfAbsent(Integer.parseInt(value), node.name()) != null) {
                String other = nodes.get(Integer.parseInt(value));
                problems.add(new NodeProblem(
                        node.name(),
                        "its label " + label + " must be unlike that of other nodes, and is that of " + other));
            }
        }
        problems.sort(Comparator.comparing(NodeProblem::node));
        return new NodeSelection(nodes, List.copyOf(problems));
    }

    /** Returns the nodes that the testbed has slots on, unless others have them: one of each valid index. */
    static Collection<String> wanted(
            Testbed testbed, SlotDecisionInputIndex index, List<SlotPlace> present, Set<String> taken) {
        String label = testbed.spec().nodeLabel();
        Map<Integer, String> nodes = new HashMap<>();
        for (NodeFacts node : labelled(testbed, index, present)) {
            String value = node.labels().getOrDefault(label, "");
            if (!taken.contains(node.name()) && isIndex(value)) {
                nodes.putIfAbsent(Integer.parseInt(value), node.name());
            }
        }
        return nodes.values();
    }

    /** Returns the nodes with the testbed's label; those that keep their index come first. */
    private static List<NodeFacts> labelled(Testbed testbed, SlotDecisionInputIndex index, List<SlotPlace> present) {
        Map<String, Integer> placed = new HashMap<>();
        present.forEach(place -> placed.put(place.node(), place.nodeIndex()));
        String label = testbed.spec().nodeLabel();
        List<NodeFacts> labelled = new ArrayList<>(index.nodesWith(label));
        labelled.sort(Comparator.comparing(node -> !keepsIndex(node, label, placed)));
        return labelled;
    }

    private static boolean keepsIndex(NodeFacts node, String label, Map<String, Integer> placed) {
        Integer present = placed.get(node.name());
        return present != null && present.toString().equals(node.labels().get(label));
    }

    /** Returns which Testbed has slots on the node already, without its name if that is in another namespace. */
    private static String takenBy(Testbed owner, Testbed testbed) {
        boolean isOfSameNamespace =
                owner.metadata().namespace().equals(testbed.metadata().namespace());
        return "the older Testbed " + (isOfSameNamespace ? owner.name() : "of another namespace") + " has slots on it";
    }

    private static boolean isIndex(String value) {
        return !value.isEmpty()
                && value.length() <= TestbedNodeLabelPlanner.LONGEST_INDEX
                && value.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }
}
