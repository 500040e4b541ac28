package dev.edgewise.scheduler.facts;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * The key of one fact: an immutable value that the cluster's state holds besides nodes and pods. A key is a constant
 * beside the class of its value. Two keys are never the same, even if their names are, so that modules need not know
 * one another.
 *
 * @param <T> the type of the value, immutable
 */
public final class FactKey<T> {
    private static final AtomicInteger KEYS = new AtomicInteger();

    /** The place of the value in {@link ClusterFactValues}: reading a fact is one access to an array. */
    private final int index = KEYS.getAndIncrement();

    private final String name;
    private final T empty;
    private final FactUpdateRule<T> rule;

    private FactKey(String name, T empty, FactUpdateRule<T> rule) {
        this.name = name;
        this.empty = empty;
        this.rule = rule;
    }

    /** @param empty the value while nothing is known */
    public static <T> FactKey<T> of(String name, T empty) {
        return new FactKey<>(name, empty, new FactUpdateRule<>() {});
    }

    /**
     * Returns the key of a fact that also depends on nodes and pods. The state follows it once the key is registered
     * there.
     *
     * @param empty the value while nothing is known, and no pod has a node
     * @param rule how the value follows nodes and pods
     */
    public static <T> FactKey<T> of(String name, T empty, FactUpdateRule<T> rule) {
        return new FactKey<>(name, empty, rule);
    }

    public T empty() {
        return empty;
    }

    FactUpdateRule<T> rule() {
        return rule;
    }

    int index() {
        return index;
    }

    @Override
    public String toString() {
        return name;
    }
}
