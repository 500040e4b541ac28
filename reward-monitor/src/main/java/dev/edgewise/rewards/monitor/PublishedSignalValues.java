package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.publish.PublishedRows;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import java.util.function.Function;

/**
 * The values of one kind of signal, by row and field: those that this replica publishes while it leads, else those of
 * the leader.
 */
final class PublishedSignalValues<V> implements PublishedRows<V> {
    private final NavigableMap<String, NavigableMap<String, V>> rows = new TreeMap<>();

    /** Replaces the fields of a row. */
    synchronized void replace(String row, Map<String, V> values) {
        if (values.isEmpty()) {
            rows.remove(row);
        } else {
            rows.put(row, new TreeMap<>(values));
        }
    }

    /** Replaces all rows; returns the names of the old and the new ones. */
    synchronized Set<String> replaceAll(Map<String, ? extends Map<String, V>> all) {
        Set<String> changed = new HashSet<>(rows.keySet());
        rows.clear();
        all.forEach(this::replace);
        changed.addAll(rows.keySet());
        return changed;
    }

    /** Removes all rows but these. */
    synchronized void retain(Set<String> names) {
        rows.keySet().retainAll(names);
    }

    /** Sets some values, and removes empty ones; returns the changed fields by row. */
    synchronized Map<String, Set<String>> apply(Map<String, Map<String, Optional<V>>> changes) {
        Map<String, Set<String>> changed = new HashMap<>();
        changes.forEach((row, fields) -> {
            NavigableMap<String, V> held = rows.computeIfAbsent(row, unknown -> new TreeMap<>());
            fields.forEach((field, value) -> {
                held.remove(field);
                value.ifPresent(present -> held.put(field, present));
            });
            if (held.isEmpty()) {
                rows.remove(row);
            }
            changed.put(row, Set.copyOf(fields.keySet()));
        });
        return changed;
    }

    @Override
    public synchronized Collection<String> names() {
        return List.copyOf(rows.keySet());
    }

    /** Returns the names after this one, in order, up to the largest number. */
    synchronized List<String> names(String after, int most) {
        return rows.tailMap(after, false).keySet().stream().limit(most).toList();
    }

    /** Returns a copy of a row, sorted by field. */
    @Override
    public synchronized NavigableMap<String, V> row(String name) {
        return new TreeMap<>(rows.getOrDefault(name, new TreeMap<>()));
    }

    /** Applies a function to a row, sorted by field, without a copy; changes wait for it. */
    synchronized <T> T read(String name, Function<NavigableMap<String, V>, T> reader) {
        return reader.apply(Collections.unmodifiableNavigableMap(rows.getOrDefault(name, new TreeMap<>())));
    }

    @Override
    public synchronized Optional<V> find(String row, String field) {
        return Optional.ofNullable(rows.getOrDefault(row, new TreeMap<>()).get(field));
    }

    /** Passes each row; changes wait for it. */
    synchronized void each(BiConsumer<String, Map<String, V>> row) {
        rows.forEach(row);
    }

    synchronized boolean isEmpty() {
        return rows.isEmpty();
    }
}
