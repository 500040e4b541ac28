package dev.edgewise.scheduler.slots.kubernetes;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The objects of one kind by name: as the watch has brought them, in whatever version, or as this replica has written
 * them since. A write hides older versions of the watch until the watch has brought it, but no longer than for a bound:
 * the API server may have gone back to an older state. For one thread at a time.
 */
final class WatchedObjects<T> {
    private final Map<String, Stored<T>> present = new HashMap<>();
    private final Map<String, OwnWrite<T>> writes = new HashMap<>();

    /**
     * An object and its version.
     *
     * @param version as Kubernetes orders versions
     */
    private record Stored<T>(T object, long version) {}

    /**
     * A write that the watch has not brought yet.
     *
     * @param hidden the object as the watch has it; null if it has none
     * @param isCreation whether the watch never had the object
     * @param ends when the watch is believed again, by the ticker
     */
    private record OwnWrite<T>(long version, @Nullable Stored<T> hidden, boolean isCreation, long ends) {
        OwnWrite<T> hiding(@Nullable Stored<T> now) {
            return new OwnWrite<>(version, now, isCreation && now == null, ends);
        }
    }

    /** A change of what is present; the object before or after it is null where there is none. */
    record Change<T>(@Nullable T before, @Nullable T after) {
        /** Returns whether anything is another object than before. */
        boolean isAny() {
            return before != after;
        }
    }

    /** Takes an object from the watch. */
    Change<T> put(String name, T object, String version) {
        Stored<T> now = new Stored<>(object, number(version));
        OwnWrite<T> write = writes.get(name);
        if (write != null && now.version < write.version) {
            writes.put(name, write.hiding(now));
            return unchanged(name);
        }
        writes.remove(name);
        return change(name, now);
    }

    /** Removes an object that the watch has no more. One that this replica has created since is another object. */
    Change<T> remove(String name) {
        OwnWrite<T> write = writes.get(name);
        if (write != null && write.isCreation) {
            return unchanged(name);
        }
        return forget(name);
    }

    /** Removes an object that the API server does not have. */
    Change<T> forget(String name) {
        writes.remove(name);
        return change(name, null);
    }

    /** Takes what this replica has created. */
    Change<T> putCreated(String name, T object, String version, long ends) {
        return write(name, new Stored<>(object, number(version)), present.get(name) == null, ends);
    }

    /** Takes what this replica has changed; an object that is gone meanwhile stays gone. */
    Change<T> putChanged(String name, T object, String version, long ends) {
        return present.containsKey(name)
                ? write(name, new Stored<>(object, number(version)), false, ends)
                : unchanged(name);
    }

    private Change<T> write(String name, Stored<T> now, boolean isCreation, long ends) {
        Stored<T> known = present.get(name);
        if (known != null && now.version <= known.version) {
            return unchanged(name);
        }
        OwnWrite<T> before = writes.get(name);
        writes.put(
                name,
                before == null
                        ? new OwnWrite<>(now.version, known, isCreation, ends)
                        : new OwnWrite<>(now.version, before.hidden, before.isCreation, ends));
        return change(name, now);
    }

    /**
     * Believes the watch again about each object whose write it has not brought in time. Returns what has changed by
     * that.
     */
    List<Change<T>> expire(long nanos) {
        if (writes.isEmpty()) {
            return List.of();
        }
        List<Change<T>> changes = new ArrayList<>();
        Map<String, OwnWrite<T>> late = new HashMap<>(writes);
        late.values().removeIf(write -> write.ends - nanos > 0);
        late.forEach((name, write) -> {
            writes.remove(name);
            changes.add(change(name, write.hidden));
        });
        return changes;
    }

    private Change<T> unchanged(String name) {
        T same = get(name);
        return new Change<>(same, same);
    }

    private Change<T> change(String name, @Nullable Stored<T> now) {
        Stored<T> before = now == null ? present.remove(name) : present.put(name, now);
        return new Change<>(before == null ? null : before.object, now == null ? null : now.object);
    }

    @Nullable
    T get(String name) {
        Stored<T> known = present.get(name);
        return known == null ? null : known.object;
    }

    /** Returns all of them, in any order. */
    List<T> all() {
        return present.values().stream().map(Stored::object).toList();
    }

    boolean isEmpty() {
        return present.isEmpty();
    }

    /** Kubernetes orders versions as whole numbers. */
    private static long number(String version) {
        try {
            return version.isEmpty() ? 0 : Long.parseLong(version);
        } catch (NumberFormatException opaque) {
            return Long.MAX_VALUE;
        }
    }
}
