package dev.edgewise.offloader.planning;

import java.util.List;
import java.util.stream.IntStream;

/** The nodes and functions that planners read, of one moment, in an order that breaks ties. */
public record PlanningView(List<PlanNode> nodes, List<PlannedFunction> functions) {
    public PlanningView {
        nodes = List.copyOf(nodes);
        functions = List.copyOf(functions);
    }

    /** Nodes with the highest charge first, ties in the given order. */
    int[] nodesByCharge() {
        return IntStream.range(0, nodes.size())
                .boxed()
                .sorted((a, b) -> Integer.compare(percent(b), percent(a)))
                .mapToInt(Integer::intValue)
                .toArray();
    }

    /** The charge of a node, rounded to whole percent. */
    int percent(int node) {
        return nodes.get(node).wholePercent();
    }
}
