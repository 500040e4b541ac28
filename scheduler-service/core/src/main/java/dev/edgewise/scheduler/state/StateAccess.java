package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.facts.FactKey;
import org.jspecify.annotations.Nullable;

/** The access of a {@link StateExtension} to nodes, facts and placeholders in a step of the state. */
public final class StateAccess {
    private final NodeTable nodes;
    private final FactTable facts;
    private final Placeholders placeholders;

    StateAccess(NodeTable nodes, FactTable facts, Placeholders placeholders) {
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
    public Placeholders placeholders() {
        return placeholders;
    }
}
