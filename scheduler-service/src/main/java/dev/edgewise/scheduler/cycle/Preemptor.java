package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.cycle.Evictor.Eviction;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Search;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.preemption.RoomMaking;
import dev.edgewise.scheduler.preemption.Victims;
import dev.edgewise.scheduler.queue.QueuedPod;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Carries preemptions out, and keeps a pod from preempting again before its victims begin to leave. Decides on one thread;
 * preemptions end on any.
 */
final class Preemptor {
    /** Evictions that show no effect after this time have failed; the pod may look again. */
    private static final Duration PATIENCE = Duration.ofSeconds(15);
    /** As long as room is kept for what replaces a pod that moves. */
    private static final Duration LONGEST_MOVE = Evictor.ROOM_KEPT;
    /** Victims that leave for longer are no longer waited for in particular. */
    private static final Duration LONGEST_LEAVE = Duration.ofMinutes(10);

    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Preemption preemption;
    private final RoomMaking rooms;
    private final MoveRate rate;
    private final CyclePorts ports;
    private final Ticker ticker;
    private final Map<PodKey, Ordered> ordered = new ConcurrentHashMap<>();
    private final EarlierPreemptions earlier;

    /** @param inTheWay whether a pod was rejected meanwhile that the nomination keeps from the room */
    private record Ordered(
            QueuedPod preemptor, Victims victims, @Nullable String target, long at, AtomicBoolean inTheWay) {}

    Preemptor(
            ClusterState state,
            SchedulingQueue queue,
            Preemption preemption,
            RoomMaking rooms,
            MoveRate rate,
            CyclePorts ports,
            Ticker ticker) {
        this.state = state;
        this.queue = queue;
        this.preemption = preemption;
        this.rooms = rooms;
        this.rate = rate;
        this.ports = ports;
        this.ticker = ticker;
        this.earlier = new EarlierPreemptions(ticker);
    }

    /** Selects the pods to evict; {@link #carryOut} is still to be called. */
    Outcome find(Attempt attempt, Search search) {
        ordered.values().removeIf(this::isOver);
        Pod pod = attempt.pod();
        ordered.values().forEach(order -> noteIfInTheWay(order, pod));
        Ordered latest = ordered.get(pod.key());
        if (latest != null && isUnderWay(latest)) {
            return Outcome.notEligible("a terminating pod on the nominated node");
        }
        if (!ports.gate().isOpen()) {
            return Outcome.notEligible("a lost Lease");
        }
        if (isBeingMoved(pod, attempt.snapshot())) {
            return Outcome.notEligible("a pod that moves off the nominated node");
        }
        Outcome outcome = preemption.find(
                pod, attempt.snapshot(), search, earlier.limitsFor(pod), () -> moving(attempt, search));
        if (outcome.hopeless() && pod.status().nominatedNode() != null) {
            withdraw(pod);
        }
        return outcome;
    }

    /** How long until more may be evicted for the pod, if the last {@link #find} left out nodes for which it is too early; null if it did not. */
    @Nullable
    Duration untilNext(Pod pod) {
        return earlier.untilNext(pod);
    }

    private static void noteIfInTheWay(Ordered order, Pod rejected) {
        Pod preemptor = order.preemptor().pod();
        if (isKeptOut(rejected, preemptor) && !rejected.isSameAs(preemptor)) {
            order.inTheWay().set(true);
        }
    }

    /** Whether room that is nominated to one pod is none for the other. */
    private static boolean isKeptOut(Pod waiting, Pod nominated) {
        return waiting.spec().priority() <= nominated.spec().priority();
    }

    /** To be called once the pod is held in the queue, which it leaves when the preemption has ended. */
    void carryOut(Attempt attempt, Victims victims, @Nullable String target) {
        Pod pod = attempt.pod();
        Ordered order = new Ordered(attempt.queued(), victims, target, ticker.nanos(), new AtomicBoolean());
        try {
            if (target != null) {
                victims.pods().forEach(victim -> rate.moved(victim.controllerUid()));
            }
            ordered.put(pod.key(), order);
            state.nominate(pod, victims.node());
            withdrawLower(attempt, victims.node());
            ports.evictor()
                    .preempt(new Eviction(
                            pod,
                            victims.node(),
                            victims.pods(),
                            target,
                            () -> isWanted(pod),
                            earlier::refused,
                            done -> ended(attempt, order, done)));
        } catch (RuntimeException mistake) {
            ended(attempt, order, false);
            throw mistake;
        }
    }

    /** Whether it shows no effect yet; one that moves is waited for as long as its room is kept. */
    private boolean isUnderWay(Ordered order) {
        List<Pod> victims = order.victims().pods();
        boolean waits = order.target() != null && ticker.since(order.at()).compareTo(LONGEST_MOVE) < 0;
        return victims.stream().anyMatch(waits ? this::isThere : this::isUntouched);
    }

    /** As a leader before may have decided. */
    private boolean isBeingMoved(Pod pod, Snapshot snapshot) {
        String nominated = pod.status().nominatedNode();
        NodeState node = nominated == null || !snapshot.hasReservations() ? null : snapshot.node(nominated);
        Set<ReservationKey> leaving = node == null
                ? Set.of()
                : node.pods().stream()
                        .filter(Pod::terminating)
                        .map(Evictor::reservationFor)
                        .collect(Collectors.toSet());
        return !leaving.isEmpty()
                && state.reservations().states().stream()
                        .anyMatch(one -> leaving.contains(one.reservation().key()));
    }

    private @Nullable Outcome moving(Attempt attempt, Search search) {
        if (!state.reservations().served() || !rate.allows()) {
            return null;
        }
        Set<String> leaving = new HashSet<>();
        ordered.values().forEach(order -> order.victims().pods().forEach(victim -> leaving.add(victim.uid())));
        Predicate<Pod> mayMove = pod ->
                !leaving.contains(pod.uid()) && !rate.isResting(pod.controllerUid()) && !earlier.isRefused(pod);
        return rate.searching(() -> rooms.find(attempt.pod(), attempt.snapshot(), search, mayMove));
    }

    /** A pod has given its room back: if it was the last in the way of a preemptor, that one need not rest. */
    void gone(PodKey key) {
        for (Ordered order : ordered.values()) {
            if (order.victims().pods().stream().anyMatch(victim -> victim.key().equals(key))) {
                goOnIfClear(order);
            }
        }
    }

    private void goOnIfClear(Ordered order) {
        if (order.victims().pods().stream().noneMatch(this::isThere)) {
            queue.activate(order.preemptor());
        }
    }

    /** Pods of lower priority that were nominated to the node lose their nomination. */
    private void withdrawLower(Attempt attempt, String node) {
        List<Pod> lower = attempt.snapshot().nominatedTo(node).stream()
                .filter(other -> other.spec().priority() < attempt.pod().spec().priority())
                .toList();
        lower.forEach(this::withdraw);
    }

    private void ended(Attempt attempt, Ordered order, boolean done) {
        Pod pod = attempt.pod();
        if (done) {
            earlier.carriedOut(pod, order.victims().node());
        } else if (ordered.remove(pod.key(), order)) {
            Pod now = state.pod(pod.key());
            if (now != null && order.victims().node().equals(now.status().nominatedNode())) {
                withdraw(now, order.inTheWay()::get);
            }
        }
        queue.release(attempt.queued(), !done);
        goOnIfClear(order);
    }

    private void withdraw(Pod pod) {
        withdraw(pod, () -> true);
    }

    /**
     * Another pod may use the room now.
     *
     * @param inTheWay whether the nomination may have kept pods from the room that are not being tried at the moment
     */
    private void withdraw(Pod pod, BooleanSupplier inTheWay) {
        state.nominate(pod, null);
        ports.evictor().withdraw(pod, ports.gate()::isOpen);
        queue.wake(ClusterEvent.POD_REMOVED, waiting -> inTheWay.getAsBoolean() && isKeptOut(waiting, pod));
    }

    /** Whether this replica may evict for the pod, and the pod still waits. */
    private boolean isWanted(Pod preemptor) {
        Pod now = state.pod(preemptor.key());
        return ports.gate().isOpen()
                && now != null
                && now.isSameAs(preemptor)
                && !now.terminating()
                && now.spec().nodeName() == null;
    }

    /** Whether it has failed, or all its victims have gone. */
    private boolean isOver(Ordered order) {
        Duration age = ticker.since(order.at());
        if (age.compareTo(PATIENCE) <= 0) {
            return false;
        }
        List<Pod> victims = order.victims().pods();
        return age.compareTo(LONGEST_LEAVE) > 0
                || victims.stream().noneMatch(this::isThere)
                || victims.stream().anyMatch(this::isUntouched);
    }

    private boolean isUntouched(Pod victim) {
        Pod now = state.pod(victim.key());
        return now != null && now.isSameAs(victim) && !now.terminating();
    }

    private boolean isThere(Pod victim) {
        Pod now = state.pod(victim.key());
        return now != null && now.isSameAs(victim) && !now.status().phase().isTerminal();
    }
}
