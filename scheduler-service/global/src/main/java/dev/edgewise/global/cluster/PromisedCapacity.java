package dev.edgewise.global.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The capacity that was promised to requests whose pods are not yet part of what a cluster reports. It is deducted from the next bids until a capacity was read
 * after the pods were seen on their nodes, the attempt has ended, or the promise expires. Safe for many threads.
 */
public final class PromisedCapacity {
    private record Promise(List<PodShape> shapes, Instant until, @Nullable Instant seenAt) {
        boolean holds(Instant capacityAt, Instant now) {
            boolean counted = seenAt != null && !capacityAt.isBefore(seenAt);
            return !counted && now.isBefore(until);
        }
    }

    /** The free capacity without promises, as it was computed last for a cluster. */
    private record Deducted(ClusterCapacity from, List<String> holders, ClusterCapacity rest) {}

    private final Duration validity;
    private final Map<String, Map<String, Promise>> promises = new HashMap<>();
    private final Map<String, Deducted> deducted = new HashMap<>();

    /** @param validity how long a promise holds whose pods are never seen */
    public PromisedCapacity(Duration validity) {
        this.validity = validity;
    }

    /**
     * Records a promise, or replaces the one with the same holder.
     *
     * @param holder the attempt, unique in all clusters
     */
    public synchronized void promise(String cluster, String holder, List<PodShape> shapes, Instant now) {
        Promise promise = new Promise(List.copyOf(shapes), now.plus(validity), null);
        promises.computeIfAbsent(cluster, none -> new TreeMap<>()).put(holder, promise);
        deducted.remove(cluster);
    }

    /** Records that all pods of the holder are on nodes: a capacity that is read from then on includes them. */
    public synchronized void seen(String cluster, String holder, Instant at) {
        Map<String, Promise> of = promises.get(cluster);
        if (of != null) {
            of.computeIfPresent(
                    holder,
                    (same, promise) ->
                            promise.seenAt() != null ? promise : new Promise(promise.shapes(), promise.until(), at));
        }
    }

    /** Removes the promise: the attempt has ended, and its pods are gone. */
    public synchronized void release(String cluster, String holder) {
        Map<String, Promise> of = promises.get(cluster);
        if (of != null && of.remove(holder) != null) {
            deducted.remove(cluster);
        }
    }

    /** Removes all promises of clusters that are no members any more. */
    public synchronized void retain(Collection<String> clusters) {
        promises.keySet().retainAll(clusters);
        deducted.keySet().retainAll(clusters);
    }

    /**
     * Returns the capacity less what is promised.
     *
     * @param capacityAt when the capacity was read
     */
    public synchronized ClusterCapacity deduct(
            String cluster, ClusterCapacity capacity, Instant capacityAt, Instant now) {
        Map<String, Promise> of = promises.get(cluster);
        if (of == null) {
            return capacity;
        }
        for (Iterator<Promise> each = of.values().iterator(); each.hasNext(); ) {
            if (!each.next().holds(capacityAt, now)) {
                each.remove();
            }
        }
        if (of.isEmpty()) {
            promises.remove(cluster);
            deducted.remove(cluster);
            return capacity;
        }
        List<String> holders = List.copyOf(of.keySet());
        Deducted last = deducted.get(cluster);
        if (last == null || last.from() != capacity || !last.holders().equals(holders)) {
            last = new Deducted(capacity, holders, less(capacity, of.values()));
            deducted.put(cluster, last);
        }
        return last.rest();
    }

    /** Places the promised pods, the largest first, as a scheduler would. Pods that no node takes wait there, and take nothing. */
    private static ClusterCapacity less(ClusterCapacity capacity, Iterable<Promise> promises) {
        Map<PodShape, Integer> counts = new HashMap<>();
        promises.forEach(promise -> promise.shapes()
                .forEach(shape -> counts.merge(
                        new PodShape(1, shape.milliCpu(), shape.bytes(), shape.gpus()), shape.count(), Integer::sum)));
        List<PodShape> shapes = new ArrayList<>();
        counts.forEach((one, count) -> shapes.add(new PodShape(count, one.milliCpu(), one.bytes(), one.gpus())));
        shapes.sort(Comparator.comparingLong(PodShape::milliCpu)
                .thenComparingLong(PodShape::bytes)
                .thenComparingInt(PodShape::gpus));
        Packing packing = new Packing(capacity);
        PodFit.largestFirst(capacity, shapes).forEach(shape -> packing.place(shape, 0));
        return packing.rest();
    }
}
