package dev.edgewise.common.signal;

import java.util.Map;

/** Receives the rows of a {@link SignalStore}; called by one thread at a time, in the order of the changes. */
@FunctionalInterface
public interface RowListener<V> {
    /**
     * A row is there or has changed.
     *
     * @param row the row's name
     * @param values the whole row as it is now, immutable; empty if the row is gone
     */
    void changed(String row, Map<String, V> values);

    /**
     * The store itself lost a row, as one does that keeps nothing on a disk and was restarted. What was heard of it
     * last is still the best there is, and ages, until the row's writer writes it again.
     *
     * @param row the row's name
     */
    default void lost(String row) {}
}
