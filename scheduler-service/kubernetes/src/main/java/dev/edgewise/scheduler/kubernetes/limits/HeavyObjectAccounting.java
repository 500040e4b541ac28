package dev.edgewise.scheduler.kubernetes.limits;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;

/**
 * Counts the bytes that the heavy objects of each namespace, and of all, retain together. {@link RetainedSizeEstimator}
 * bounds one object; six hundred at that bound would fill the heap. Shared values count once. Thread-safe.
 */
public final class HeavyObjectAccounting {
    /** Objects up to this weight in bytes are never counted; a pod of a Deployment weighs about 1 kB. */
    public static final int LIGHT = 4 * 1024;

    private static final int SHARE_OF_ONE = 16;
    private static final int SHARE_OF_ALL = 4;

    private final long mostOfOne;
    private final long mostOfAll;
    private final Map<String, Namespace> namespaces = new HashMap<>();
    private long sumOfAll;

    /** An object of any kind that is in a namespace. */
    public record Key(String kind, String namespace, String name) {}

    /**
     * One field's share of an object's weight.
     *
     * @param value immutable; the same instance where objects share it
     * @param weight in bytes
     */
    public record Part(String field, Object value, int weight) {}

    /** The counted objects of a namespace. */
    private static final class Namespace {
        final Map<Key, List<Part>> objects = new HashMap<>();
        final Map<Object, Integer> uses = new IdentityHashMap<>();
        long sum;
    }

    /**
     * @param mostOfOne bytes that the heavy objects of a namespace may keep
     * @param mostOfAll bytes that those of all namespaces may keep
     */
    public HeavyObjectAccounting(long mostOfOne, long mostOfAll) {
        this.mostOfOne = mostOfOne;
        this.mostOfAll = mostOfAll;
    }

    /** A sixteenth of the heap for a namespace, a quarter for all. */
    public static HeavyObjectAccounting within(long heap) {
        return new HeavyObjectAccounting(heap / SHARE_OF_ONE, heap / SHARE_OF_ALL);
    }

    /**
     * Counts the object as it is now.
     *
     * @throws InvalidObjectException if it is heavy, and there is no room for it: it then counts as it did before
     */
    public synchronized void keep(Key key, List<Part> parts) {
        int weight = RetainedSizeEstimator.sum(parts, Part::weight);
        if (weight <= LIGHT) {
            forget(key);
            return;
        }
        Namespace namespace = namespaces.computeIfAbsent(key.namespace(), first -> new Namespace());
        List<Part> before = namespace.objects.getOrDefault(key, List.of());
        remove(namespace, before);
        add(namespace, parts);
        boolean fits = namespace.sum <= mostOfOne;
        if (fits && sumOfAll <= mostOfAll) {
            namespace.objects.put(key, List.copyOf(parts));
            return;
        }
        remove(namespace, parts);
        add(namespace, before);
        if (namespace.objects.isEmpty()) {
            namespaces.remove(key.namespace());
        }
        throw noRoom(
                parts, weight, fits ? "all namespaces may keep " + mostOfAll : "its namespace may keep " + mostOfOne);
    }

    /** The object is gone, or nothing heavy is kept of it. */
    public synchronized void forget(Key key) {
        Namespace namespace = namespaces.get(key.namespace());
        List<Part> parts = namespace == null ? null : namespace.objects.remove(key);
        if (namespace != null && parts != null) {
            remove(namespace, parts);
            if (namespace.objects.isEmpty()) {
                namespaces.remove(key.namespace());
            }
        }
    }

    private void add(Namespace namespace, List<Part> parts) {
        for (Part part : parts) {
            if (namespace.uses.merge(part.value(), 1, Integer::sum) == 1) {
                namespace.sum += part.weight();
                sumOfAll += part.weight();
            }
        }
    }

    private void remove(Namespace namespace, List<Part> parts) {
        for (Part part : parts) {
            if (namespace.uses.merge(part.value(), -1, Integer::sum) == 0) {
                namespace.uses.remove(part.value());
                namespace.sum -= part.weight();
                sumOfAll -= part.weight();
            }
        }
    }

    private static InvalidObjectException noRoom(List<Part> parts, int weight, String why) {
        Part heaviest =
                parts.stream().max(Comparator.comparingInt(Part::weight)).orElseThrow();
        return new InvalidObjectException(
                heaviest.field(),
                weight,
                "at most " + LIGHT + " bytes in memory, as the heavier objects of " + why + " together");
    }
}
