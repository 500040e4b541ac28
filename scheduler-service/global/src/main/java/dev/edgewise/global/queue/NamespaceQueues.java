package dev.edgewise.global.queue;

import dev.edgewise.global.model.RequestQueuePriority;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The requests that may be dispatched, by namespace, and the places that each namespace holds. All namespaces that wait
 * or hold places have the same share of the maximum. A namespace may hold more than its share while places are free;
 * one that holds less is dispatched even if others have filled all places. Is guarded by its owner's lock.
 */
final class NamespaceQueues {
    private final int maximum;
    private final Comparator<QueuedRequest> byCreation;
    private final Map<String, Namespace> namespaces = new TreeMap<>();
    private int held;
    private long turns;

    private static final class Namespace {
        private final Map<RequestQueuePriority, NavigableSet<QueuedRequest>> queues =
                new EnumMap<>(RequestQueuePriority.class);
        private int held;
        /** The number of its last dispatch: the namespace that was not dispatched for the longest time is next. */
        private long turn;

        private Namespace(Comparator<QueuedRequest> byCreation) {
            for (RequestQueuePriority queue : RequestQueuePriority.values()) {
                queues.put(queue, new TreeSet<>(byCreation));
            }
        }

        private NavigableSet<QueuedRequest> queue(RequestQueuePriority queue) {
            return Objects.requireNonNull(queues.get(queue));
        }

        private boolean isWaiting() {
            return queues.values().stream().anyMatch(queue -> !queue.isEmpty());
        }

        private boolean isBefore(Namespace other) {
            return held != other.held ? held < other.held : turn < other.turn;
        }
    }

    NamespaceQueues(int maximum, Comparator<QueuedRequest> byCreation) {
        this.maximum = maximum;
        this.byCreation = byCreation;
    }

    void add(QueuedRequest request) {
        namespace(request.key().namespace()).queue(request.queue()).add(request);
    }

    /** Removes a request that waits; returns whether it did. */
    boolean remove(QueuedRequest request) {
        Namespace namespace = namespaces.get(request.key().namespace());
        boolean isRemoved =
                namespace != null && namespace.queue(request.queue()).remove(request);
        if (isRemoved) {
            forgetIdle(request.key().namespace());
        }
        return isRemoved;
    }

    /** Gives a place to a namespace, free or not. */
    void hold(String name) {
        namespace(name).held++;
        held++;
    }

    void release(String name) {
        namespace(name).held--;
        held--;
        forgetIdle(name);
    }

    /** Takes a request out of its queue and gives it a place. */
    void dispatch(QueuedRequest request) {
        String name = request.key().namespace();
        hold(name);
        namespace(name).turn = ++turns;
        remove(request);
    }

    /**
     * Returns the request of a queue that is dispatched next: of the namespace that holds the fewest places, then of
     * the one that was not dispatched for the longest time, the oldest. Null if no namespace with a request in the
     * queue may have a place.
     */
    @Nullable
    QueuedRequest next(RequestQueuePriority queue) {
        int share = Math.max(1, maximum / Math.max(1, namespaces.size()));
        boolean hasFree = held < maximum;
        boolean hasShare = hasFree || heldWithin(share) < maximum;
        Namespace best = null;
        for (Namespace each : namespaces.values()) {
            boolean mayHavePlace = hasFree || hasShare && each.held < share;
            boolean isNext = !each.queue(queue).isEmpty() && mayHavePlace;
            if (isNext && (best == null || isBefore(each, best, queue))) {
                best = each;
            }
        }
        return best == null ? null : best.queue(queue).first();
    }

    private boolean isBefore(Namespace one, Namespace other, RequestQueuePriority queue) {
        boolean isTie = one.held == other.held && one.turn == other.turn;
        return isTie
                ? byCreation.compare(
                                one.queue(queue).first(), other.queue(queue).first())
                        < 0
                : one.isBefore(other);
    }

    /** Returns the places that are held, without what a namespace holds beyond its share. */
    private int heldWithin(int share) {
        return namespaces.values().stream()
                .mapToInt(each -> Math.min(each.held, share))
                .sum();
    }

    /** Whether a request waits that may have a place. */
    boolean hasNext() {
        for (RequestQueuePriority queue : RequestQueuePriority.values()) {
            if (next(queue) != null) {
                return true;
            }
        }
        return false;
    }

    boolean isWaiting() {
        return namespaces.values().stream().anyMatch(Namespace::isWaiting);
    }

    int waiting(RequestQueuePriority queue) {
        return namespaces.values().stream()
                .mapToInt(each -> each.queue(queue).size())
                .sum();
    }

    int held() {
        return held;
    }

    /** Returns how many places a namespace holds. */
    int held(String name) {
        Namespace namespace = namespaces.get(name);
        return namespace == null ? 0 : namespace.held;
    }

    private Namespace namespace(String name) {
        return namespaces.computeIfAbsent(name, none -> new Namespace(byCreation));
    }

    private void forgetIdle(String name) {
        Namespace namespace = namespaces.get(name);
        if (namespace != null && namespace.held == 0 && !namespace.isWaiting()) {
            namespaces.remove(name);
        }
    }
}
