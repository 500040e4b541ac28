package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.CycleObserver.Result;
import dev.edgewise.scheduler.cycle.CycleObserver.Step;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.NodeSearchResult;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.plugins.delay.DelayPlugin;
import dev.edgewise.scheduler.plugins.recovery.NodeSearchWithBackup;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.RelocationRules;
import dev.edgewise.scheduler.preemption.RelocationSearch;
import dev.edgewise.scheduler.preemption.Victims;
import dev.edgewise.scheduler.queue.PodTakenFromQueue;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.queue.WakeUpConditions;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.HeldCapacity;
import dev.edgewise.scheduler.state.Snapshot;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * Runs one scheduling attempt for a pod that was taken from the queue: decide, assume and bind; or record why not and
 * select pods to evict. Always ends with the pod bound, being bound, dropped or back in the queue. Single-threaded
 * except where noted.
 */
public final class SchedulingCycle {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final FreedCapacityPodWaker room;
    private final Map<String, ProfileRuntime> runtimes = new HashMap<>();
    private final SchedulingCycleDependencies ports;
    private final ConcurrentBindings bindings;
    private final BindingCycle bindingCycle;
    private final PreemptionCoordinator preemptor;
    private final Clock clock;
    private final Ticker ticker;
    /**
     * Held by a decision from its snapshot until its pod is assumed. Fair, so that a busy scheduling loop lets others
     * in.
     */
    private final Lock deciding = new ReentrantLock(true);

    private record ProfileRuntime(FilterAndScorePipeline pipeline, QueueingHints hints) {}

    /**
     * Works on the state and the queue.
     *
     * @param profiles by the {@code schedulerName} that asks for them
     * @param clock when decisions are taken, as people read it and as signals are dated
     * @param ticker measures intervals; the queue's
     */
    public SchedulingCycle(
            ClusterState state,
            SchedulingQueue queue,
            Map<String, Profile> profiles,
            SchedulingCycleDependencies ports,
            ConcurrentBindings bindings,
            Clock clock,
            Ticker ticker,
            RandomGenerator random) {
        this(state, queue, profiles, RelocationRules.NONE, ports, bindings, clock, ticker, random);
    }

    /** @param rooms how capacity is made for pods with delay needs */
    public SchedulingCycle(
            ClusterState state,
            SchedulingQueue queue,
            Map<String, Profile> profiles,
            RelocationRules rooms,
            SchedulingCycleDependencies ports,
            ConcurrentBindings bindings,
            Clock clock,
            Ticker ticker,
            RandomGenerator random) {
        this.state = state;
        this.queue = queue;
        this.room = new FreedCapacityPodWaker(state, queue);
        this.ports = ports;
        this.bindings = bindings;
        this.clock = clock;
        this.ticker = ticker;
        this.bindingCycle = new BindingCycle(state, queue, ports, ticker);
        RelocationSearch making = new RelocationSearch(rooms, profiles::get, random);
        RelocationRateLimiter rate = new RelocationRateLimiter(rooms.perMinute(), ticker);
        this.preemptor = new PreemptionCoordinator(
                state, queue, new Preemption(random), making, rate, ports, ticker, this::exclusively);
        profiles.forEach((name, profile) -> runtimes.put(
                name, new ProfileRuntime(new FilterAndScorePipeline(profile, random), QueueingHints.of(profile))));
    }

    /** Returns whether what is decided now may be carried out. */
    boolean mayDecide() {
        return ports.gate().isOpen();
    }

    /** Returns the cluster as it is now. Thread-safe. */
    public Snapshot snapshot() {
        return state.snapshot().at(clock.instant());
    }

    /** Runs one scheduling attempt. Never throws; an unexpected error fails this attempt only. */
    public void run(PodTakenFromQueue queued) {
        exclusively(() -> decide(queued));
    }

    /**
     * Runs the step while no decision is under way that may count on the capacity that it changes, then wakes the pods
     * that freed capacity helps. Thread-safe.
     */
    public void exclusively(Runnable step) {
        deciding.lock();
        try {
            step.run();
        } finally {
            deciding.unlock();
            room.wake();
        }
    }

    private void decide(PodTakenFromQueue queued) {
        Pod pod = current(queued);
        ProfileRuntime runtime = pod == null ? null : runtimes.get(pod.spec().schedulerName());
        if (pod == null || runtime == null) {
            queue.done(queued);
            return;
        }
        long begunAt = ticker.nanos();
        Snapshot snapshot = snapshot();
        SchedulingAttempt attempt =
                new SchedulingAttempt(queued, pod, runtime.pipeline().profile().name(), snapshot, begunAt);
        try {
            ports.observer().attempt(pod, () -> attempt(attempt, runtime));
        } catch (RuntimeException e) {
            attemptFailed(attempt, e);
        }
    }

    /** A pod has given its capacity back. On any thread. */
    public void capacityFreed(PodKey pod) {
        preemptor.capacityFreed(pod);
    }

    ConcurrentBindings bindings() {
        return bindings;
    }

    private void attempt(SchedulingAttempt attempt, ProfileRuntime runtime) {
        NodeSearchResult found = runtime.pipeline().search(attempt.pod(), attempt.snapshot());
        NodeSearchWithBackup backups = NodeSearchWithBackup.of(found, attempt.pod(), attempt.snapshot());
        NodeSearchResult search = backups.search();
        Decision decision = search.decision();
        ports.observer().decided(decision, ticker.since(attempt.begunAt()));
        String node = decision.node();
        if (node != null) {
            Pod assigned = HeldCapacity.taken(attempt.pod().assignedTo(node), search.taken());
            place(attempt, assigned.backedUpBy(backups.backup()), decision);
        } else {
            reject(attempt, runtime, search);
        }
    }

    private void place(SchedulingAttempt attempt, Pod assigned, Decision decision) {
        if (!state.assume(assigned)) {
            queue.done(attempt.queued());
            return;
        }
        reserve(assigned);
        wakeFor(attempt.pod(), decision.node());
        try {
            bindings.begin(() -> bindingCycle.bind(attempt, assigned, decision));
        } catch (RejectedExecutionException closed) {
            bindingCycle.failed(
                    attempt,
                    assigned,
                    new BindException(BindException.Cause.UNAVAILABLE, "the scheduler is stopping", closed));
        }
    }

    /** A pod that was nominated to another node no longer needs the capacity there. */
    private void wakeFor(Pod placed, @Nullable String node) {
        queue.wake(ClusterEvent.POD_CHANGED);
        String nominated = placed.status().nominatedNode();
        if (nominated != null && !nominated.equals(node)) {
            queue.wake(ClusterEvent.POD_REMOVED);
        }
    }

    /** An unexpected error here must not leave the capacity taken. */
    private void reserve(Pod assigned) {
        try {
            ports.preBind().reserve(assigned);
        } catch (RuntimeException e) {
            state.forget(assigned);
            throw e;
        }
    }

    private void reject(SchedulingAttempt attempt, ProfileRuntime runtime, NodeSearchResult search) {
        Decision decision = search.decision();
        long start = ticker.nanos();
        Preemption.Outcome outcome = preemptor.find(attempt, runtime.pipeline().profile(), search);
        Victims victims = outcome.victims();
        ports.observer().stepped(Step.POST_FILTER, attempt.profile(), victims != null, ticker.since(start));
        ports.observer().preempted(victims == null ? 0 : victims.pods().size());
        Decision extended = isOnlyTooFar(decision) ? decision : decision.adding(outcome.message());
        WakeUpConditions rejected = runtime.hints().rejected(decision, victims != null);
        if (victims == null) {
            requeue(attempt, rejected);
        } else {
            queue.awaitPreemption(attempt.queued(), rejected);
            preemptor.carryOut(attempt, victims, outcome.target());
        }
        Duration took = ticker.since(attempt.begunAt());
        ports.observer().attempted(attempt.profile(), Result.UNSCHEDULABLE, took);
        ports.observer().concluded(extended, attempt.queued().attempts(), took);
        ports.recorder().unschedulable(extended);
        ports.decisions().record(extended);
        ports.requester().rejected(decision, runtime.pipeline().profile(), attempt.snapshot());
    }

    private void requeue(SchedulingAttempt attempt, WakeUpConditions rejected) {
        Duration untilNext = preemptor.untilNext(attempt.pod());
        if (untilNext == null) {
            queue.requeueUnschedulable(attempt.queued(), rejected);
        } else {
            queue.requeueUnschedulable(attempt.queued(), rejected, untilNext);
        }
    }

    /**
     * Tells whether only delay needs keep the pod off nodes: evictions bring no node nearer, and a message about them
     * would be redundant.
     */
    private static boolean isOnlyTooFar(Decision decision) {
        return decision.rejectedBy().equals(Set.of(DelayPlugin.NAME));
    }

    private void attemptFailed(SchedulingAttempt attempt, RuntimeException cause) {
        queue.retry(attempt.queued());
        ports.observer().attempted(attempt.profile(), Result.ERROR, ticker.since(attempt.begunAt()));
        ports.observer().attemptFailed(attempt.pod(), cause);
        try {
            ports.recorder().failed(attempt.pod(), "internal error: " + cause);
        } catch (RuntimeException e) {
            ports.observer().attemptFailed(attempt.pod(), e);
        }
    }

    /** The pod as it is now, or null if there is nothing left to do for it. */
    private @Nullable Pod current(PodTakenFromQueue queued) {
        Pod pod = state.pod(queued.pod().key());
        boolean waits = pod != null
                && pod.isSameAs(queued.pod())
                && !pod.terminating()
                && pod.spec().nodeName() == null;
        return waits ? pod : null;
    }
}
