package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.facts.FactKey;
import java.util.Set;
import java.util.function.BiFunction;

/**
 * Hears of each change of one fact, and says which events that is for pods that wait. A module registers one for each
 * of its facts; calls may come from different threads, and none holds the lock of the state.
 *
 * @param <T> the type of the fact
 */
public interface FactListener<T> {
    FactKey<T> key();

    /** Returns the events by which pods are woken; none if the change helps no pod. */
    Set<ClusterEvent> changed(T before, T after);

    /** @param events see {@link #changed} */
    static <T> FactListener<T> of(FactKey<T> key, BiFunction<T, T, Set<ClusterEvent>> events) {
        return new FactListener<>() {
            @Override
            public FactKey<T> key() {
                return key;
            }

            @Override
            public Set<ClusterEvent> changed(T before, T after) {
                return events.apply(before, after);
            }
        };
    }

    /** Returns a listener that raises the event by each change. */
    static <T> FactListener<T> of(FactKey<T> key, ClusterEvent event) {
        Set<ClusterEvent> one = Set.of(event);
        return of(key, (before, after) -> one);
    }
}
