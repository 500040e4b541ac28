package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.Evictor.Eviction;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.NodeSearch;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.preemption.EvictionLimits;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.preemption.RelocationSearch;
import dev.edgewise.scheduler.preemption.Victims;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeCapacity;
import dev.edgewise.scheduler.state.ReservationState;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Carries preemptions out, and keeps a pod from preempting again before its victims begin to leave. Decides on one
 * thread; preemptions end on any.
 */
final class Preemptor {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Preemption preemption;
    private final RelocationSearch rooms;
    private final RelocationRateLimiter rate;
    private final SchedulingCycleDependencies ports;
    private final Ticker ticker;
    private final Consumer<Runnable> exclusively;
    private final OngoingPreemptions orders;
    private final PreemptionHistory earlier;
    private final RequiredBackupCheck backups;

    /** @param exclusively runs steps that release capacity while no decision is under way, on the calling thread */
    Preemptor(
            ClusterState state,
            SchedulingQueue queue,
            Preemption preemption,
            RelocationSearch rooms,
            RelocationRateLimiter rate,
            SchedulingCycleDependencies ports,
            Ticker ticker,
            Consumer<Runnable> exclusively) {
        this.state = state;
        this.queue = queue;
        this.preemption = preemption;
        this.rooms = rooms;
        this.rate = rate;
        this.ports = ports;
        this.ticker = ticker;
        this.exclusively = exclusively;
        this.orders = new OngoingPreemptions(state, ticker);
        this.earlier = new PreemptionHistory(ticker);
        this.backups = new RequiredBackupCheck(state, orders, ticker);
    }

    /** Selects the pods to evict; {@link #carryOut} is still to be called. */
    Outcome find(SchedulingAttempt attempt, Profile profile, NodeSearch search) {
        backups.begin();
        Pod pod = attempt.pod();
        orders.noteRejected(pod);
        if (orders.isUnderWay(pod)) {
            return Outcome.notEligible("a terminating pod on the nominated node");
        }
        if (!ports.gate().isOpen()) {
            return Outcome.notEligible("a lost Lease");
        }
        if (orders.isBeingMoved(pod, attempt.snapshot())) {
            return Outcome.notEligible("a pod that moves off the nominated node");
        }
        EvictionLimits ofMoves = new EvictionLimits(
                victim -> !earlier.isRefused(victim),
                earlier.mayClear(pod),
                node -> false,
                backups.isUseful(attempt, profile));
        EvictionLimits limits = new EvictionLimits(
                ofMoves.mayEvict(),
                ofMoves.mayClear(),
                backups.isUseless(pod),
                backups.remembering(pod, ofMoves.isUseful()));
        Outcome outcome =
                preemption.find(pod, attempt.snapshot(), search, limits, () -> moving(attempt, search, ofMoves));
        backups.ended(pod, outcome);
        if (outcome.hopeless() && pod.status().nominatedNode() != null) {
            withdraw(pod);
        }
        return outcome;
    }

    /**
     * Returns how long until more may be evicted for the pod, if the last {@link #find} left out nodes for which it is
     * too early; null if it did not.
     */
    @Nullable
    Duration untilNext(Pod pod) {
        Duration next = backups.untilNext(pod);
        return next == null ? earlier.untilNext(pod) : next;
    }

    /**
     * Carries the preemption out. Called once the pod is held in the queue, which it leaves when the preemption has
     * ended.
     */
    void carryOut(SchedulingAttempt attempt, Victims victims, @Nullable String target) {
        Pod pod = attempt.pod();
        OngoingPreemption order = new OngoingPreemption(
                attempt.queued(), victims, target, backups.planned(), ticker.nanos(), new AtomicBoolean());
        try {
            if (target != null) {
                victims.pods().forEach(victim -> rate.moved(victim.controllerUid()));
            }
            orders.add(order);
            state.nominate(pod, victims.node());
            withdrawLower(attempt, victims.node());
            List<Pod> evicted = victims.pods().stream()
                    .filter(victim -> !NodeCapacity.isReservation(victim))
                    .toList();
            if (evicted.isEmpty()) {
                ended(attempt, order, true);
                return;
            }
            ports.evictor()
                    .preempt(new Eviction(
                            pod,
                            victims.node(),
                            evicted,
                            target,
                            () -> isWanted(pod),
                            earlier::refused,
                            done -> ended(attempt, order, done)));
        } catch (RuntimeException error) {
            ended(attempt, order, false);
            throw error;
        }
    }

    /**
     * Ends the reservations among the victims, unless they or the pod that needs their capacity have gone meanwhile.
     * Returns the ended ones.
     */
    private List<ReservationState> endReservations(OngoingPreemption order) {
        Pod by = order.preemptor().pod();
        List<Pod> placeholders = order.victims().pods().stream()
                .filter(NodeCapacity::isReservation)
                .toList();
        if (!placeholders.isEmpty()) {
            exclusively.accept(() -> {
                if (orders.waits(by)) {
                    placeholders.forEach(placeholder -> state.reservations().preempt(placeholder.uid(), by));
                }
            });
        }
        return placeholders.stream()
                .map(placeholder -> state.reservations().find(placeholder.uid()))
                .filter(Objects::nonNull)
                .filter(one -> one.now().phase().isEnd())
                .toList();
    }

    private @Nullable Outcome moving(SchedulingAttempt attempt, NodeSearch search, EvictionLimits limits) {
        if (!state.reservations().served() || !rate.allows()) {
            return null;
        }
        Set<String> leaving = orders.leaving();
        Predicate<Pod> mayMove =
                limits.mayEvict().and(pod -> !leaving.contains(pod.uid()) && !rate.isResting(pod.controllerUid()));
        EvictionLimits ofMoves = new EvictionLimits(mayMove, limits.mayClear(), limits.isUseless(), limits.isUseful());
        return rate.searching(() -> rooms.find(attempt.pod(), attempt.snapshot(), search, ofMoves));
    }

    /** A pod has given its capacity back: if it was the last in the way of a preemptor, that one need not rest. */
    void gone(PodKey key) {
        orders.against(key).forEach(this::activateIfClear);
    }

    private void activateIfClear(OngoingPreemption order) {
        if (orders.isClear(order)) {
            queue.activate(order.preemptor());
        }
    }

    /** Pods of lower priority that were nominated to the node lose their nomination. */
    private void withdrawLower(SchedulingAttempt attempt, String node) {
        List<Pod> lower = attempt.snapshot().nominatedTo(node).stream()
                .filter(other -> other.spec().priority() < attempt.pod().spec().priority())
                .toList();
        lower.forEach(this::withdraw);
    }

    private void ended(SchedulingAttempt attempt, OngoingPreemption order, boolean done) {
        Pod pod = attempt.pod();
        if (done) {
            List<ReservationState> ended = endReservations(order);
            earlier.carriedOut(pod, order.victims().node());
            if (!ended.isEmpty()) {
                // Writes the statuses first: they explain why the reservations are not kept once the pod is on the
                // node.
                ports.evictor().end(ended, () -> isWanted(pod), () -> release(attempt, order, true));
                return;
            }
        } else if (orders.remove(order)) {
            Pod now = state.pod(pod.key());
            if (now != null && order.victims().node().equals(now.status().nominatedNode())) {
                withdraw(now, order.inTheWay()::get);
            }
        }
        release(attempt, order, done);
    }

    private void release(SchedulingAttempt attempt, OngoingPreemption order, boolean done) {
        queue.endPreemption(attempt.queued(), !done);
        activateIfClear(order);
    }

    private void withdraw(Pod pod) {
        withdraw(pod, () -> true);
    }

    /**
     * Withdraws the nomination, so that another pod may use the capacity.
     *
     * @param inTheWay whether the nomination may have kept pods that are not being tried at the moment from the
     *     capacity
     */
    private void withdraw(Pod pod, BooleanSupplier inTheWay) {
        state.nominate(pod, null);
        ports.evictor().withdraw(pod, ports.gate()::isOpen);
        queue.wake(
                ClusterEvent.POD_REMOVED,
                waiting -> inTheWay.getAsBoolean() && OngoingPreemption.isKeptOut(waiting, pod));
    }

    /** Returns whether this replica may evict for the pod, and the pod still waits. */
    private boolean isWanted(Pod preemptor) {
        return ports.gate().isOpen() && orders.waits(preemptor);
    }
}
