package dev.edgewise.embedded.store;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * All objects, under one counter of versions as in etcd. Not thread-safe: {@code EmbeddedApiServer} lets one caller in
 * at a time, which is also what makes a list and the watch that follows it fit together.
 */
public final class ObjectStore {
    private final Map<String, NavigableMap<String, StoredObject>> objects = new HashMap<>();
    private final Map<String, StoredObject> byUid = new HashMap<>();
    private final Map<String, Set<String>> dependents = new HashMap<>();
    private final List<Consumer<Change>> listeners = new ArrayList<>();
    private long version;

    public void onChange(Consumer<Change> listener) {
        listeners.add(listener);
    }

    public long version() {
        return version;
    }

    /** Uses up one version without a write, as a compaction does. */
    public long skipVersion() {
        return ++version;
    }

    @Nullable
    public StoredObject get(ResourceType type, String namespace, String name) {
        return all(type).get(key(namespace, name));
    }

    @Nullable
    public StoredObject byUid(String uid) {
        return byUid.get(uid);
    }

    /** Ordered by namespace, then name; an empty namespace means all. */
    public Collection<StoredObject> list(ResourceType type, String namespace) {
        NavigableMap<String, StoredObject> all = all(type);
        return namespace.isEmpty()
                ? all.values()
                : all.subMap(namespace + "/", namespace + "0").values();
    }

    /** Objects of any type in this namespace. */
    public List<StoredObject> inNamespace(String namespace) {
        return objects.values().stream()
                .flatMap(all -> all.subMap(namespace + "/", namespace + "0").values().stream())
                .toList();
    }

    /** Objects that name this one as an owner. */
    public List<StoredObject> dependents(String uid) {
        return dependents.getOrDefault(uid, Set.of()).stream().map(byUid::get).toList();
    }

    /** Writes a new object or a new version of one; the tree belongs to the store from here on. */
    public StoredObject put(ResourceType type, ObjectNode json) {
        StoredObject after = new StoredObject(type, json, ++version);
        StoredObject before = all(type).put(key(after.namespace(), after.name()), after);
        index(before, after);
        publish(new Change(version, before, after));
        return after;
    }

    public void remove(StoredObject object) {
        StoredObject before = all(object.type()).remove(key(object.namespace(), object.name()));
        if (before != null) {
            index(before, null);
            publish(new Change(++version, before, null));
        }
    }

    private void index(@Nullable StoredObject before, @Nullable StoredObject after) {
        if (before != null) {
            byUid.remove(before.uid());
            owners(before)
                    .forEach(owner -> dependents.computeIfPresent(owner, (uid, set) -> {
                        set.remove(before.uid());
                        return set.isEmpty() ? null : set;
                    }));
        }
        if (after != null) {
            byUid.put(after.uid(), after);
            owners(after).forEach(owner -> dependents
                    .computeIfAbsent(owner, uid -> new LinkedHashSet<>())
                    .add(after.uid()));
        }
    }

    /** All objects, and the version, at one moment. */
    public record Backup(Map<String, NavigableMap<String, StoredObject>> objects, long version) {}

    public Backup backup() {
        Map<String, NavigableMap<String, StoredObject>> copy = new HashMap<>();
        objects.forEach((type, all) -> copy.put(type, new TreeMap<>(all)));
        return new Backup(copy, version);
    }

    /** Replaces all objects by those of a backup: versions go back, and no watch is notified. */
    public void restore(Backup backup) {
        objects.clear();
        byUid.clear();
        dependents.clear();
        backup.objects().forEach((type, all) -> {
            objects.put(type, new TreeMap<>(all));
            all.values().forEach(object -> index(null, object));
        });
        version = backup.version();
    }

    private static List<String> owners(StoredObject object) {
        return Json.objects(object.metadata().path("ownerReferences"))
                .map(owner -> Json.text(owner, "uid"))
                .toList();
    }

    private void publish(Change change) {
        listeners.forEach(listener -> listener.accept(change));
    }

    private NavigableMap<String, StoredObject> all(ResourceType type) {
        return objects.computeIfAbsent(type.storageKey(), key -> new TreeMap<>());
    }

    private static String key(String namespace, String name) {
        return namespace + "/" + name;
    }
}
