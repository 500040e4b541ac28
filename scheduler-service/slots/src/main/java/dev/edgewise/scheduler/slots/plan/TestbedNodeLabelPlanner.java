package dev.edgewise.scheduler.slots.plan;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Chooses the nodes that get the label of a testbed, and the index of each. A label that a node has stays as it is. */
public final class TestbedNodeLabelPlanner {
    /** Maximum number of digits of the value of a testbed's label. */
    public static final int LONGEST_INDEX = 9;

    private final Map<String, Candidate> byName = new HashMap<>();
    private final SortedMap<Integer, String> labelled = new TreeMap<>();

    public TestbedNodeLabelPlanner(Collection<Candidate> nodes) {
        for (Candidate node : nodes) {
            byName.put(node.name(), node);
        }
        nodes.stream().sorted(Comparator.comparing(Candidate::name)).forEach(node -> {
            Integer index = index(node.label());
            if (index != null) {
                labelled.putIfAbsent(index, node.name());
            }
        });
    }

    /**
     * A node of the cluster.
     *
     * @param label value of the testbed's label; null if it has none
     * @param hasRoom whether the slots of the testbed fit beside its pods, and pods in slots may run on it
     * @param requestedMilliCpu requests of its pods
     */
    public record Candidate(String name, @Nullable String label, boolean hasRoom, long requestedMilliCpu) {}

    /**
     * A node of the testbed.
     *
     * @param index value of the label
     * @param isNew whether it has no label yet
     */
    public record LabelledNode(String node, int index, boolean isNew) {}

    /** Returns the number of nodes that have the label already, with an index that no other node has. */
    public int labelled() {
        return labelled.size();
    }

    /**
     * Returns the number of nodes that the testbed may have: those with the label, and those with room for its slots.
     */
    public int most() {
        return labelled.size() + withRoom().size();
    }

    /** Returns whether there is such a node, and it has no label, or a valid one that no other node has. */
    public boolean isAllowed(String name) {
        Candidate node = byName.get(name);
        return node != null && (node.label() == null || labelled.containsValue(name));
    }

    /**
     * Returns that number of nodes: those with the label, and then those with the least requested CPU.
     *
     * @param count from {@link #labelled()} to {@link #most()}
     */
    public List<LabelledNode> leastRequested(int count) {
        List<String> chosen = withRoom().stream()
                .limit(Math.max(0, count - labelled.size()))
                .map(Candidate::name)
                .toList();
        return with(chosen);
    }

    /**
     * Returns the nodes with the label, and these.
     *
     * @param names of nodes that are allowed
     */
    public List<LabelledNode> named(List<String> names) {
        return with(names.stream()
                .distinct()
                .filter(name -> !labelled.containsValue(name))
                .toList());
    }

    private List<Candidate> withRoom() {
        return byName.values().stream()
                .filter(node -> node.label() == null && node.hasRoom())
                .sorted(Comparator.comparingLong(Candidate::requestedMilliCpu).thenComparing(Candidate::name))
                .toList();
    }

    /** Returns all nodes of the testbed by their index; new ones get the lowest that are not used. */
    private List<LabelledNode> with(List<String> chosen) {
        SortedMap<Integer, LabelledNode> all = new TreeMap<>();
        labelled.forEach((index, node) -> all.put(index, new LabelledNode(node, index, false)));
        Set<Integer> used = new HashSet<>(labelled.keySet());
        int next = 0;
        for (String node : chosen) {
            while (!used.add(next)) {
                next++;
            }
            all.put(next, new LabelledNode(node, next, true));
        }
        return new ArrayList<>(all.values());
    }

    private static @Nullable Integer index(@Nullable String label) {
        return label != null && !label.isEmpty() && label.length() <= LONGEST_INDEX && isNumber(label)
                ? Integer.valueOf(label)
                : null;
    }

    private static boolean isNumber(String label) {
        return label.chars().allMatch(digit -> digit >= '0' && digit <= '9');
    }
}
