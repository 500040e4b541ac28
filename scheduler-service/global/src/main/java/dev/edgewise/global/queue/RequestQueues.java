package dev.edgewise.global.queue;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestPhase;
import dev.edgewise.global.model.RequestQueuePriority;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The queues First, Fast and Base of one replica, each fair between namespaces and in the order of creation within one,
 * and the requests in flight. All of it follows from the requests themselves: after a restart, {@link #update} with
 * each of them brings it back. Safe for several threads.
 */
public final class RequestQueues {
    private final QueueProperties settings;
    private final NamespaceQueues queues;
    private final NavigableSet<QueuedRequest> paused;
    private final Map<RequestKey, QueuedRequest> waiting = new HashMap<>();
    private final Map<RequestKey, Dispatched> inFlight = new HashMap<>();
    private DispatchRound round;

    public RequestQueues(QueueProperties settings) {
        this(settings, QueuedRequest.BY_CREATION, QueuedRequest.BY_DUE);
    }

    RequestQueues(QueueProperties settings, Comparator<QueuedRequest> byCreation, Comparator<QueuedRequest> byDue) {
        this.settings = settings;
        queues = new NamespaceQueues(settings.maximumInFlight(), byCreation);
        paused = new TreeSet<>(byDue);
        round = new DispatchRound(settings.share());
    }

    /**
     * A request in flight.
     *
     * @param failures how often it had failed when it was dispatched
     */
    private record Dispatched(int failures, boolean holdsPlace) {}

    /**
     * Takes over a request as it is now: waiting, in flight, or none of both if it has ended or is only cleaned up. A
     * version from before its last failure changes nothing; one with a further failure goes back to its queue.
     */
    public synchronized void update(GlobalRequest request) {
        RequestKey key = request.key();
        RequestPhase phase = request.status().phase();
        if (phase.isFinal() || request.deleting() || request.spec().cancelled() || request.problem() != null) {
            remove(key);
        } else if (phase == RequestPhase.QUEUED) {
            enqueue(QueuedRequest.of(request, settings));
        } else if (!inFlight.containsKey(key)) {
            removeWaiting(key);
            inFlight.put(key, new Dispatched(request.status().failures(), true));
            queues.hold(key.namespace());
        }
    }

    private void enqueue(QueuedRequest request) {
        Dispatched dispatched = inFlight.get(request.key());
        if (dispatched != null && request.failures() <= dispatched.failures()) {
            return;
        }
        QueuedRequest known = waiting.get(request.key());
        if (known != null && (request.failures() < known.failures() || request.equals(known))) {
            return;
        }
        remove(request.key());
        waiting.put(request.key(), request);
        if (request.due().equals(Instant.MIN)) {
            queues.add(request);
        } else {
            paused.add(request);
        }
    }

    /** Sets whether a request in flight counts for the maximum. */
    public synchronized void setPlace(RequestKey key, boolean isHeld) {
        Dispatched dispatched = inFlight.get(key);
        if (dispatched != null && dispatched.holdsPlace() != isHeld) {
            inFlight.put(key, new Dispatched(dispatched.failures(), isHeld));
            if (isHeld) {
                queues.hold(key.namespace());
            } else {
                queues.release(key.namespace());
            }
        }
    }

    /** Forgets a request: it is gone, or of another replica now. */
    public synchronized void remove(RequestKey key) {
        removeWaiting(key);
        setPlace(key, false);
        inFlight.remove(key);
    }

    private void removeWaiting(RequestKey key) {
        QueuedRequest known = waiting.remove(key);
        if (known != null && !queues.remove(known)) {
            paused.remove(known);
        }
    }

    /**
     * Dispatches what the current round still allows, as far as places are free or a namespace has fewer than its
     * share, in this order. Call it at each event until it returns none.
     *
     * @return the requests that are in flight now; never of two rounds
     */
    public synchronized List<RequestKey> dispatch(Instant now) {
        endPauses(now);
        List<RequestKey> dispatched = dispatchRound();
        if (dispatched.isEmpty() && queues.hasNext()) {
            round = new DispatchRound(settings.share());
            dispatched = dispatchRound();
        }
        if (!queues.isWaiting()) {
            round = new DispatchRound(settings.share());
        }
        return dispatched;
    }

    private List<RequestKey> dispatchRound() {
        List<RequestKey> dispatched = new ArrayList<>();
        RequestQueuePriority next = round.take(queue -> queues.next(queue) != null);
        while (next != null) {
            QueuedRequest request = Objects.requireNonNull(queues.next(next));
            queues.dispatch(request);
            waiting.remove(request.key());
            inFlight.put(request.key(), new Dispatched(request.failures(), true));
            dispatched.add(request.key());
            next = round.take(queue -> queues.next(queue) != null);
        }
        return dispatched;
    }

    private void endPauses(Instant now) {
        while (!paused.isEmpty() && !paused.first().due().isAfter(now)) {
            QueuedRequest due = paused.first();
            paused.remove(due);
            queues.add(due);
        }
    }

    /** Returns when the next request that has failed may be dispatched; null if none waits for that. */
    public synchronized @Nullable Instant nextDue() {
        return paused.isEmpty() ? null : paused.first().due();
    }

    /** Whether the request is in flight. */
    public synchronized boolean isDispatched(RequestKey key) {
        return inFlight.containsKey(key);
    }

    /** Returns how many requests are in flight, whether or not they count for the maximum. */
    public synchronized int inFlight() {
        return inFlight.size();
    }

    /** Returns how many places are held. */
    public synchronized int placesHeld() {
        return queues.held();
    }

    /** Returns how many places a namespace holds. */
    synchronized int placesHeld(String namespace) {
        return queues.held(namespace);
    }

    /** Returns how many requests wait in each queue, those that pause after a failure included. */
    public synchronized Map<RequestQueuePriority, Integer> waiting() {
        Map<RequestQueuePriority, Integer> counts = new EnumMap<>(RequestQueuePriority.class);
        for (RequestQueuePriority queue : RequestQueuePriority.values()) {
            counts.put(queue, queues.waiting(queue));
        }
        paused.forEach(request -> counts.merge(request.queue(), 1, Integer::sum));
        return counts;
    }
}
