package dev.edgewise.sandbox.evaluate.recovery;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Disjoint groups of nodes whose delays to one another keep to a bound: all that a node's group holds is within its
 * radius, and most of the radius may be missing.
 *
 * <p>Source: the layers of Haja et al.'s prototype, which takes the largest clique again and again; here each one grows
 * from the node with most others within the bound, nearest first.
 */
final class DelayClusters {
    private final Delays delays;
    private final Map<Double, Map<String, Set<String>>> layers = new HashMap<>();

    DelayClusters(Delays delays) {
        this.delays = delays;
    }

    /** The nodes of the node's group, itself among them. */
    Set<String> of(String node, double ms) {
        return layers.computeIfAbsent(ms, this::layer).getOrDefault(node, Set.of());
    }

    private Map<String, Set<String>> layer(double ms) {
        List<String> rest = new ArrayList<>(delays.names());
        Map<String, Long> degrees = new HashMap<>();
        rest.forEach(node -> degrees.put(node, degree(node, ms)));
        rest.sort(Comparator.<String>comparingLong(degrees::get).reversed());
        Map<String, Set<String>> groups = new HashMap<>();
        while (!rest.isEmpty()) {
            Set<String> group = group(rest, ms);
            group.forEach(node -> groups.put(node, group));
            rest.removeAll(group);
        }
        return groups;
    }

    private long degree(String node, double ms) {
        return delays.names().stream()
                .filter(other -> delays.between(node, other) <= ms)
                .count();
    }

    private Set<String> group(List<String> rest, double ms) {
        String first = rest.get(0);
        Set<String> group = new HashSet<>();
        rest.stream()
                .sorted(Comparator.comparingDouble(node -> node.equals(first) ? -1 : delays.between(first, node)))
                .filter(node -> group.stream().allMatch(member -> delays.between(member, node) <= ms))
                .forEach(group::add);
        return group;
    }
}
