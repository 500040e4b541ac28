package dev.edgewise.global.cluster;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The capacity that was promised to requests whose pods are not yet part of what a cluster reports. It is deducted from
 * the next bids until a capacity was read after the pods were seen on their nodes, the attempt has ended, or the
 * promise expires; pods that a capacity counts already are not deducted again. All replicas make the same promises, as
 * these follow from the records of requests. Safe for many threads.
 */
public final class PromisedCapacity {
    private static final Comparator<PodShape> SMALLEST_FIRST = Comparator.comparingInt(PodShape::gpus)
            .thenComparingLong(PodShape::milliCpu)
            .thenComparingLong(PodShape::bytes);

    private record Promise(List<PodShape> shapes, Instant until, @Nullable Instant seenAt) {
        boolean holds(Instant capacityAt, Instant now) {
            boolean counted = seenAt != null && !capacityAt.isBefore(seenAt);
            return !counted && now.isBefore(until);
        }

        /**
         * Returns the pods that a capacity does not count, of which it counts so many: the smallest are taken for
         * those.
         */
        List<PodShape> without(int counted) {
            List<PodShape> left = new ArrayList<>();
            int rest = counted;
            for (PodShape shape : shapes.stream().sorted(SMALLEST_FIRST).toList()) {
                int seen = Math.min(rest, shape.count());
                rest -= seen;
                if (shape.count() > seen) {
                    left.add(shape.of(shape.count() - seen));
                }
            }
            return left;
        }
    }

    /**
     * The free capacity without promises.
     *
     * @param until when the first of the promises expires
     */
    private record Deducted(
            ClusterCapacity from, Instant readAt, Map<String, Integer> counted, Instant until, ClusterCapacity rest) {}

    private static final class Member {
        private final Map<String, Promise> promises = new TreeMap<>();
        private @Nullable Deducted deducted;
    }

    private final Duration validity;
    private final Map<String, Member> members = new HashMap<>();

    /** @param validity how long a promise holds whose pods are never seen */
    public PromisedCapacity(Duration validity) {
        this.validity = validity;
    }

    /**
     * Records a promise, unless its holder has one.
     *
     * @param holder the attempt, unique in all clusters
     * @param from the start of the attempt: the promise ends when its validity is over since then
     */
    public synchronized void promise(String cluster, String holder, List<PodShape> shapes, Instant from) {
        Member member = members.computeIfAbsent(cluster, none -> new Member());
        Promise promise = new Promise(List.copyOf(shapes), from.plus(validity), null);
        if (member.promises.putIfAbsent(holder, promise) != null) {
            return;
        }
        Deducted last = member.deducted;
        // One more promise is placed on what the others left; anything else is computed again.
        member.deducted = last == null
                ? null
                : new Deducted(
                        last.from(),
                        last.readAt(),
                        last.counted(),
                        earlier(last.until(), promise.until()),
                        less(last.rest(), promise.without(last.counted().getOrDefault(holder, 0))));
    }

    /** Records that all pods of the holder are on nodes: a capacity that is read from then on includes them. */
    public synchronized void seen(String cluster, String holder, Instant at) {
        Member member = members.get(cluster);
        Promise promise = member == null ? null : member.promises.get(holder);
        if (member != null && promise != null && promise.seenAt() == null) {
            member.promises.put(holder, new Promise(promise.shapes(), promise.until(), at));
            Deducted last = member.deducted;
            // A capacity that was read before does not include them, so that they stay deducted from it.
            boolean isIncluded = last != null && !last.readAt().isBefore(at);
            member.deducted = isIncluded ? null : last;
        }
    }

    /** Removes the promise: the attempt has ended, and its pods are gone. */
    public synchronized void release(String cluster, String holder) {
        Member member = members.get(cluster);
        if (member != null && member.promises.remove(holder) != null) {
            member.deducted = null;
        }
    }

    /** Returns the capacity less what is promised; it counts none of the promised pods. */
    public ClusterCapacity deduct(String cluster, ClusterCapacity capacity, Instant capacityAt, Instant now) {
        return deduct(cluster, capacity, capacityAt, Map.of(), now);
    }

    /**
     * Returns the pods that are promised and not counted, as {@link #deduct} deducts them.
     *
     * @param counted how many pods of a holder the capacity counts
     */
    public synchronized List<PodShape> open(
            String cluster, Instant capacityAt, Map<String, Integer> counted, Instant now) {
        Member member = members.get(cluster);
        List<PodShape> open = new ArrayList<>();
        if (member != null) {
            member.promises.forEach((holder, promise) -> {
                if (promise.holds(capacityAt, now)) {
                    open.addAll(promise.without(counted.getOrDefault(holder, 0)));
                }
            });
        }
        return open;
    }

    /**
     * Returns the capacity less what is promised.
     *
     * @param capacityAt when the capacity was read
     * @param counted how many pods of a holder it counts
     */
    public synchronized ClusterCapacity deduct(
            String cluster, ClusterCapacity capacity, Instant capacityAt, Map<String, Integer> counted, Instant now) {
        Member member = members.get(cluster);
        if (member == null) {
            return capacity;
        }
        Deducted last = member.deducted;
        if (last != null && last.from() == capacity && last.readAt().equals(capacityAt) && now.isBefore(last.until())) {
            return last.rest();
        }
        member.promises.values().removeIf(promise -> !promise.holds(capacityAt, now));
        if (member.promises.isEmpty()) {
            members.remove(cluster);
            return capacity;
        }
        Deducted next = deducted(capacity, capacityAt, counted, member.promises);
        member.deducted = next;
        return next.rest();
    }

    private static Deducted deducted(
            ClusterCapacity capacity, Instant readAt, Map<String, Integer> counted, Map<String, Promise> promises) {
        List<PodShape> shapes = new ArrayList<>();
        Instant until = Instant.MAX;
        for (Map.Entry<String, Promise> each : promises.entrySet()) {
            Promise promise = each.getValue();
            shapes.addAll(promise.without(counted.getOrDefault(each.getKey(), 0)));
            until = earlier(until, promise.until());
        }
        return new Deducted(capacity, readAt, Map.copyOf(counted), until, less(capacity, shapes));
    }

    private static Instant earlier(Instant one, Instant other) {
        return one.isBefore(other) ? one : other;
    }

    /**
     * Places the promised pods, the largest first, as a scheduler would. Pods that no node takes wait there, and take
     * nothing.
     */
    private static ClusterCapacity less(ClusterCapacity capacity, List<PodShape> promised) {
        Map<PodShape, Integer> counts = new HashMap<>();
        promised.forEach(shape -> counts.merge(shape.of(1), shape.count(), Integer::sum));
        List<PodShape> shapes = new ArrayList<>();
        counts.forEach((one, count) -> shapes.add(one.of(count)));
        Packing packing = new Packing(capacity);
        PodSetFitCounter.largestFirst(capacity, shapes).forEach(shape -> packing.place(shape, 0));
        return packing.rest();
    }
}
