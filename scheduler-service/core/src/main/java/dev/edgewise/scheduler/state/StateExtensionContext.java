package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import org.jspecify.annotations.Nullable;

/** The access of a {@link StateExtension} to nodes, facts and placeholders in a step of the state. */
public final class StateExtensionContext {
    private final NodeTable nodes;
    private final CurrentClusterFacts facts;
    private final CapacityPlaceholders placeholders;

    StateExtensionContext(NodeTable nodes, CurrentClusterFacts facts, CapacityPlaceholders placeholders) {
        this.nodes = nodes;
        this.facts = facts;
        this.placeholders = placeholders;
    }

    /** The node with its pods, placeholders included; null if it is not there. */
    public @Nullable NodeState node(String name) {
        return nodes.state(name);
    }

    public <T> T get(FactKey<T> key) {
        return facts.get(key);
    }

    /** Shows that value to snapshots from now on. */
    public <T> void show(FactKey<T> key, T value) {
        facts.set(key, value);
    }

    /** The room that tables keep on nodes. */
    public CapacityPlaceholders placeholders() {
        return placeholders;
    }
}
