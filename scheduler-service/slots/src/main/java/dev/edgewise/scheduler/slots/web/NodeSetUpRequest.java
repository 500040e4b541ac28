package dev.edgewise.scheduler.slots.web;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.scheduler.slots.model.Testbed;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner;
import dev.edgewise.scheduler.slots.plan.TestbedNodeLabelPlanner.LabelledNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that a testbed is to have. Exactly one of both is set.
 *
 * @param count number of its nodes: those with the label, and then those with the least requested CPU
 * @param nodes names of nodes that it gets beside those with the label, in the order of their indices
 */
record NodeSetUpRequest(@Nullable Integer count, @Nullable List<@Nullable String> nodes) {
    private static final int MOST = 1000;

    /**
     * Returns the nodes of the testbed by their index.
     *
     * @throws InvalidInputException naming field, value and what is allowed
     */
    List<LabelledNode> of(TestbedNodeLabelPlanner setUp, Testbed testbed) {
        if (count != null && nodes != null) {
            throw new InvalidInputException(
                    "nodes", "set beside count", "left out, or count is: a request has one of both");
        }
        String label = testbed.spec().nodeLabel();
        return nodes != null ? setUp.named(names(nodes, setUp, label)) : setUp.leastRequested(number(setUp, label));
    }

    private int number(TestbedNodeLabelPlanner setUp, String label) {
        if (count == null) {
            throw new InvalidInputException("count", "nothing", "a number of nodes, unless nodes is set");
        }
        if (count < Math.max(1, setUp.labelled())) {
            throw new InvalidInputException(
                    "count",
                    count,
                    "at least " + Math.max(1, setUp.labelled()) + ": nodes with the label " + label
                            + " keep it until an operator removes it");
        }
        if (count > setUp.most()) {
            throw new InvalidInputException(
                    "count",
                    count,
                    "at most " + setUp.most() + ": so many nodes have the label " + label
                            + ", or room for slotsPerNode slots and no taint that spec.tolerations does not tolerate");
        }
        return count;
    }

    private static List<String> names(List<@Nullable String> nodes, TestbedNodeLabelPlanner setUp, String label) {
        if (nodes.isEmpty() || nodes.size() > MOST) {
            throw new InvalidInputException("nodes", nodes.size() + " entries", "a list of 1 to " + MOST + " entries");
        }
        List<String> names = new ArrayList<>();
        for (String name : nodes) {
            String field = "nodes[" + names.size() + "]";
            if (name == null || !setUp.isAllowed(name)) {
                throw new InvalidInputException(
                        field,
                        name == null ? "null" : name,
                        "the name of a node whose label " + label
                                + " is missing, or a whole number that no other node has");
            }
            if (names.contains(name)) {
                throw new InvalidInputException(field, name, "another node: it is there twice");
            }
            names.add(name);
        }
        return names;
    }
}
