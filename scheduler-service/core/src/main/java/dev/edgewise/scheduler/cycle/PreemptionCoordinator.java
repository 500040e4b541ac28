package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.PreemptionWriter.Eviction;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.Preemption.Outcome;
import dev.edgewise.scheduler.preemption.PreemptionConditions;
import dev.edgewise.scheduler.preemption.RelocationSearch;
import dev.edgewise.scheduler.preemption.Victims;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeCapacityCalculator;
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
final class PreemptionCoordinator {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Preemption victimSearch;
    private final RelocationSearch relocations;
    private final RelocationRateLimiter relocationLimiter;
    private final SchedulingCycleDependencies ports;
    private final Ticker ticker;
    private final Consumer<Runnable> exclusively;
    private final OngoingPreemptions ongoing;
    private final PreemptionHistory history;
    private final RequiredBackupPreemptionCheck backups;

    /** @param exclusively runs steps that release capacity while no decision is under way, on the calling thread */
    PreemptionCoordinator(
            ClusterState state,
            SchedulingQueue queue,
            Preemption victimSearch,
            RelocationSearch relocations,
            RelocationRateLimiter relocationLimiter,
            SchedulingCycleDependencies ports,
            Ticker ticker,
            Consumer<Runnable> exclusively) {
        this.state = state;
        this.queue = queue;
        this.victimSearch = victimSearch;
        this.relocations = relocations;
        this.relocationLimiter = relocationLimiter;
        this.ports = ports;
        this.ticker = ticker;
        this.exclusively = exclusively;
        this.ongoing = new OngoingPreemptions(state, ticker);
        this.history = new PreemptionHistory(ticker);
        this.backups = new RequiredBackupPreemptionCheck(state, ongoing, ticker);
    }

    /** Selects the pods to evict; {@link #carryOut} is still to be called. */
    Outcome find(SchedulingAttempt attempt, Profile profile, NodeSearchResult search) {
        backups.begin();
        Pod pod = attempt.pod();
        ongoing.noteRejected(pod);
        if (ongoing.isUnderWay(pod)) {
            return Outcome.notEligible("a terminating pod on the nominated node");
        }
        if (!ports.gate().isOpen()) {
            return Outcome.notEligible("a lost Lease");
        }
        if (ongoing.isBeingMoved(pod, attempt.snapshot())) {
            return Outcome.notEligible("a pod that moves off the nominated node");
        }
        PreemptionConditions ofMoves = new PreemptionConditions(
                victim -> !history.isRefused(victim),
                history.mayEvictFrom(pod),
                node -> false,
                backups.isUseful(attempt, profile));
        PreemptionConditions limits = new PreemptionConditions(
                ofMoves.mayEvict(),
                ofMoves.mayClear(),
                backups.isRejected(pod),
                backups.rememberRejections(pod, ofMoves.isUseful()));
        Outcome outcome = victimSearch.find(
                pod, attempt.snapshot(), search, limits, () -> findRelocation(attempt, search, ofMoves));
        backups.end(pod, outcome);
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
        return next == null ? history.untilNext(pod) : next;
    }

    /**
     * Carries the preemption out. Called once the pod awaits its preemption in the queue, until the preemption has
     * ended.
     */
    void carryOut(SchedulingAttempt attempt, Victims victims, @Nullable String target) {
        Pod pod = attempt.pod();
        OngoingPreemption preemption = new OngoingPreemption(
                attempt.queued(), victims, target, backups.plannedBackup(), ticker.nanos(), new AtomicBoolean());
        try {
            if (target != null) {
                victims.pods().forEach(victim -> relocationLimiter.moved(victim.controllerUid()));
            }
            ongoing.add(preemption);
            state.nominate(pod, victims.node());
            withdrawLowerNominations(attempt, victims.node());
            List<Pod> evicted = victims.pods().stream()
                    .filter(victim -> !NodeCapacityCalculator.isReservation(victim))
                    .toList();
            if (evicted.isEmpty()) {
                ended(attempt, preemption, true);
                return;
            }
            ports.evictor()
                    .preempt(new Eviction(
                            pod,
                            victims.node(),
                            evicted,
                            target,
                            () -> isWanted(pod),
                            history::noteRefused,
                            done -> ended(attempt, preemption, done)));
        } catch (RuntimeException error) {
            ended(attempt, preemption, false);
            throw error;
        }
    }

    /**
     * Ends the reservations among the victims, unless they or the pod that needs their capacity have gone meanwhile.
     * Returns the ended ones.
     */
    private List<ReservationState> endReservations(OngoingPreemption preemption) {
        Pod by = preemption.preemptor().pod();
        List<Pod> placeholders = preemption.victims().pods().stream()
                .filter(NodeCapacityCalculator::isReservation)
                .toList();
        if (!placeholders.isEmpty()) {
            exclusively.accept(() -> {
                if (ongoing.isWaiting(by)) {
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

    private @Nullable Outcome findRelocation(
            SchedulingAttempt attempt, NodeSearchResult search, PreemptionConditions limits) {
        if (!state.reservations().served() || !relocationLimiter.allows()) {
            return null;
        }
        Set<String> leaving = ongoing.victimUids();
        Predicate<Pod> mayMove = limits.mayEvict()
                .and(pod -> !leaving.contains(pod.uid()) && !relocationLimiter.wasMovedRecently(pod.controllerUid()));
        PreemptionConditions ofMoves =
                new PreemptionConditions(mayMove, limits.mayClear(), limits.isUseless(), limits.isUseful());
        return relocationLimiter.timed(() -> relocations.find(attempt.pod(), attempt.snapshot(), search, ofMoves));
    }

    /** A pod has given its capacity back: if it was the last in the way of a preemptor, that one is tried at once. */
    void capacityFreed(PodKey key) {
        ongoing.withVictim(key).forEach(this::activateIfClear);
    }

    private void activateIfClear(OngoingPreemption preemption) {
        if (ongoing.isClear(preemption)) {
            queue.activate(preemption.preemptor());
        }
    }

    /** Pods of lower priority that were nominated to the node lose their nomination. */
    private void withdrawLowerNominations(SchedulingAttempt attempt, String node) {
        List<Pod> lower = attempt.snapshot().nominatedTo(node).stream()
                .filter(other -> other.spec().priority() < attempt.pod().spec().priority())
                .toList();
        lower.forEach(this::withdraw);
    }

    private void ended(SchedulingAttempt attempt, OngoingPreemption preemption, boolean done) {
        Pod pod = attempt.pod();
        if (done) {
            List<ReservationState> ended = endReservations(preemption);
            history.noteCarriedOut(pod, preemption.victims().node());
            if (!ended.isEmpty()) {
                // Writes the statuses first: they explain why the reservations are not kept once the pod is on the
                // node.
                ports.evictor().end(ended, () -> isWanted(pod), () -> endQueueWait(attempt, preemption, true));
                return;
            }
        } else if (ongoing.remove(preemption)) {
            Pod now = state.pod(pod.key());
            if (now != null && preemption.victims().node().equals(now.status().nominatedNode())) {
                withdraw(now, preemption.inTheWay()::get);
            }
        }
        endQueueWait(attempt, preemption, done);
    }

    private void endQueueWait(SchedulingAttempt attempt, OngoingPreemption preemption, boolean done) {
        queue.endPreemption(attempt.queued(), !done);
        activateIfClear(preemption);
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
        return ports.gate().isOpen() && ongoing.isWaiting(preemptor);
    }
}
