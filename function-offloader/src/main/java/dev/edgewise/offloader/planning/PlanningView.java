package dev.edgewise.offloader.planning;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** What planners read: nodes and functions of one moment, in an order that breaks ties. */
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

    /** Of a node, rounded to whole percent. */
    int percent(int node) {
        return nodes.get(node).wholePercent();
    }

    /** What the functions of each owner need, in millicores. */
    long[] ownedMillis() {
        long[] owned = new long[nodes.size()];
        functions.forEach(function -> owned[function.owner()] += function.millis());
        return owned;
    }

    /** The indices of each owner's functions. */
    List<List<Integer>> functionsByOwner() {
        List<List<Integer>> owned = new ArrayList<>();
        nodes.forEach(node -> owned.add(new ArrayList<>()));
        IntStream.range(0, functions.size())
                .forEach(function -> owned.get(functions.get(function).owner()).add(function));
        return owned;
    }
}
