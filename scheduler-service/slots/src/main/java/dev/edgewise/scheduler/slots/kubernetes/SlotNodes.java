package dev.edgewise.scheduler.slots.kubernetes;

import dev.edgewise.scheduler.slots.decide.NodeFacts;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The nodes that have slots, or may have, as they were when they were looked at last. Only a node that is another one
 * since is read again. For one thread.
 */
final class SlotNodes {
    private final Map<String, NodeState> seen = new HashMap<>();
    private final Map<String, NodeFacts> known = new HashMap<>();
    private final Map<String, Set<String>> byLabel = new HashMap<>();
    private Set<String> labels = Set.of();

    /**
     * A node that has changed.
     *
     * @param labels node labels of testbeds that it has or had
     * @param isMoved whether these labels are others than before, so that testbeds may get other nodes
     */
    record Change(String node, Set<String> labels, boolean isMoved) {}

    /** Returns whether the nodes were looked at for all of these labels. */
    boolean knows(Collection<String> those) {
        return labels.containsAll(those);
    }

    /**
     * Looks at the nodes.
     *
     * @param those node labels of all testbeds
     * @param withSlots selects from names those of nodes that have slots
     * @param reader reads a node
     */
    List<Change> look(
            Snapshot snapshot,
            Set<String> those,
            Function<List<String>, Set<String>> withSlots,
            Function<NodeState, NodeFacts> reader) {
        if (!labels.equals(those)) {
            labels = those;
            seen.clear();
        }
        List<NodeState> others = new ArrayList<>();
        for (NodeState node : snapshot.nodes()) {
            if (seen.put(node.name(), node) != node) {
                others.add(node);
            }
        }
        Set<String> slots = withSlots.apply(others.stream().map(NodeState::name).toList());
        List<Change> changes = new ArrayList<>();
        for (NodeState node : others) {
            boolean isWanted = slots.contains(node.name())
                    || labels.stream().anyMatch(node.node().labels()::containsKey);
            note(node.name(), isWanted ? reader.apply(node) : null, changes);
        }
        removeGone(snapshot, changes);
        return changes;
    }

    private void removeGone(Snapshot snapshot, List<Change> changes) {
        if (seen.size() > snapshot.nodes().size()) {
            seen.keySet().removeIf(name -> snapshot.positionOf(name) < 0);
        }
        List<String> gone =
                known.keySet().stream().filter(name -> !seen.containsKey(name)).toList();
        gone.forEach(name -> note(name, null, changes));
    }

    private void note(String name, @Nullable NodeFacts now, List<Change> changes) {
        NodeFacts before = now == null ? known.remove(name) : known.put(name, now);
        if (now == null ? before == null : now.equals(before)) {
            return;
        }
        Set<String> old = before == null ? Set.of() : before.labels().keySet();
        Set<String> current = now == null ? Set.of() : now.labels().keySet();
        Set<String> all = new HashSet<>(old);
        all.addAll(current);
        old.forEach(label -> byLabel.getOrDefault(label, new HashSet<>()).remove(name));
        current.forEach(label ->
                byLabel.computeIfAbsent(label, first -> new HashSet<>()).add(name));
        boolean isMoved = before == null || now == null || !before.labels().equals(now.labels());
        changes.add(new Change(name, all, isMoved));
    }

    /** Returns the nodes that have one of the labels. */
    Set<String> withLabels(Collection<String> those) {
        Set<String> names = new HashSet<>();
        those.forEach(label -> names.addAll(byLabel.getOrDefault(label, Set.of())));
        return names;
    }

    /**
     * Returns the labels, and all that are linked to them by nodes that have both: what one testbed has may be missing
     * to another then.
     */
    Set<String> linked(Collection<String> those) {
        Set<String> found = new HashSet<>(those);
        Deque<String> left = new ArrayDeque<>(found);
        while (!left.isEmpty()) {
            for (String node : byLabel.getOrDefault(left.removeFirst(), Set.of())) {
                NodeFacts facts = known.get(node);
                for (String label :
                        facts == null ? Set.<String>of() : facts.labels().keySet()) {
                    if (found.add(label)) {
                        left.addLast(label);
                    }
                }
            }
        }
        return found;
    }

    /** Forgets all nodes, so that each one is read again. */
    void forget() {
        seen.clear();
    }
}
