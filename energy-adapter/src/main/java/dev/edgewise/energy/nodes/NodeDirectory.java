package dev.edgewise.energy.nodes;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentSkipListMap;

/** The nodes that there are, by name. Safe for many threads. */
public final class NodeDirectory {
    private final Map<String, EnergyNode> nodes = new ConcurrentSkipListMap<>();
    private volatile boolean complete;

    /** Marks the list of nodes as complete, so that others are known not to exist. */
    public void complete() {
        complete = true;
    }

    public boolean isComplete() {
        return complete;
    }

    public void put(EnergyNode node) {
        nodes.put(node.name(), node);
    }

    public void remove(String name) {
        nodes.remove(name);
    }

    public boolean contains(String name) {
        return nodes.containsKey(name);
    }

    public Optional<EnergyNode> find(String name) {
        return Optional.ofNullable(nodes.get(name));
    }

    /** Sorted by name. */
    public List<EnergyNode> all() {
        return List.copyOf(nodes.values());
    }
}
