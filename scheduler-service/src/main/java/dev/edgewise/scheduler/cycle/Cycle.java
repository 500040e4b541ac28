package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.cycle.CycleObserver.Result;
import dev.edgewise.scheduler.cycle.CycleObserver.Step;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Decision;
import dev.edgewise.scheduler.pipeline.Pipeline;
import dev.edgewise.scheduler.pipeline.Profile;
import dev.edgewise.scheduler.pipeline.Search;
import dev.edgewise.scheduler.preemption.Preemption;
import dev.edgewise.scheduler.preemption.Victims;
import dev.edgewise.scheduler.queue.QueuedPod;
import dev.edgewise.scheduler.queue.Rejected;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import java.time.Clock;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.RejectedExecutionException;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * What happens to one pod that was taken from the queue: decide, assume and bind; or tell why not and look whom to evict.
 * Always ends with the pod bound, being bound, dropped or back in the queue. One thread only, where nothing else is said.
 */
public final class Cycle {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final Map<String, Lane> lanes = new HashMap<>();
    private final CyclePorts ports;
    private final Bindings bindings;
    private final BindStage bindStage;
    private final Preemptor preemptor;
    private final Clock clock;
    private final Ticker ticker;

    private record Lane(Pipeline pipeline, WakeRules wakeRules) {}

    /**
     * Works on the state and the queue.
     *
     * @param profiles by the {@code schedulerName} that asks for them
     * @param clock when decisions are taken, as people read it and as signals are dated
     * @param ticker measures intervals; the queue's
     */
    public Cycle(
            ClusterState state,
            SchedulingQueue queue,
            Map<String, Profile> profiles,
            CyclePorts ports,
            Bindings bindings,
            Clock clock,
            Ticker ticker,
            RandomGenerator random) {
        this.state = state;
        this.queue = queue;
        this.ports = ports;
        this.bindings = bindings;
        this.clock = clock;
        this.ticker = ticker;
        this.bindStage = new BindStage(state, queue, ports, ticker);
        this.preemptor = new Preemptor(state, queue, new Preemption(random), ports, ticker);
        profiles.forEach(
                (name, profile) -> lanes.put(name, new Lane(new Pipeline(profile, random), WakeRules.of(profile))));
    }

    /** Whether what is decided now may be carried out. */
    boolean mayDecide() {
        return ports.gate().isOpen();
    }

    /** Tries the pod once. Throws nothing: a mistake costs this pod an attempt and no other anything. */
    public void run(QueuedPod queued) {
        Pod pod = current(queued);
        Lane lane = pod == null ? null : lanes.get(pod.spec().schedulerName());
        if (pod == null || lane == null) {
            queue.done(queued);
            return;
        }
        long begunAt = ticker.nanos();
        Snapshot snapshot = state.snapshot().at(clock.instant());
        Attempt attempt = new Attempt(queued, pod, lane.pipeline().profile().name(), snapshot, begunAt);
        try {
            attempt(attempt, lane);
        } catch (RuntimeException mistake) {
            stumbled(attempt, mistake);
        }
    }

    /** A pod has given its room back. On any thread. */
    public void roomGivenBack(PodKey pod) {
        preemptor.gone(pod);
    }

    Bindings bindings() {
        return bindings;
    }

    private void attempt(Attempt attempt, Lane lane) {
        Search search = lane.pipeline().search(attempt.pod(), attempt.snapshot());
        Decision decision = search.decision();
        ports.observer().decided(decision, ticker.since(attempt.begunAt()));
        String node = decision.node();
        if (node != null) {
            place(attempt, attempt.pod().assignedTo(node), decision);
        } else {
            reject(attempt, lane, search);
        }
    }

    private void place(Attempt attempt, Pod assigned, Decision decision) {
        if (!state.assume(assigned)) {
            queue.done(attempt.queued());
            return;
        }
        reserve(assigned);
        wakeFor(attempt.pod(), decision.node());
        try {
            bindings.begin(() -> bindStage.bind(attempt, assigned, decision));
        } catch (RejectedExecutionException closed) {
            bindStage.failed(
                    attempt,
                    assigned,
                    new BindException(BindException.Cause.UNAVAILABLE, "the scheduler is stopping", closed));
        }
    }

    /** A pod that was promised room on another node needs that no more. */
    private void wakeFor(Pod placed, @Nullable String node) {
        queue.wake(ClusterEvent.POD_CHANGED);
        String promised = placed.status().nominatedNode();
        if (promised != null && !promised.equals(node)) {
            queue.wake(ClusterEvent.POD_REMOVED);
        }
    }

    /** A mistake here must not leave the room taken. */
    private void reserve(Pod assigned) {
        try {
            ports.preBind().reserve(assigned);
        } catch (RuntimeException mistake) {
            state.forget(assigned);
            throw mistake;
        }
    }

    private void reject(Attempt attempt, Lane lane, Search search) {
        Decision decision = search.decision();
        long start = ticker.nanos();
        Preemption.Outcome outcome = preemptor.find(attempt, search);
        Victims victims = outcome.victims();
        ports.observer().stepped(Step.POST_FILTER, attempt.profile(), victims != null, ticker.since(start));
        ports.observer().preempted(victims == null ? 0 : victims.pods().size());
        Decision told = decision.adding(outcome.message());
        Rejected rejected = lane.wakeRules().rejected(decision, victims != null);
        if (victims == null) {
            queue.park(attempt.queued(), rejected);
        } else {
            queue.hold(attempt.queued(), rejected);
            preemptor.carryOut(attempt, victims);
        }
        ports.observer().attempted(attempt.profile(), Result.UNSCHEDULABLE, ticker.since(attempt.begunAt()));
        ports.announcer().unschedulable(told);
        ports.decisions().record(told);
        ports.clarifier().rejected(decision, lane.pipeline().profile(), attempt.snapshot());
    }

    private void stumbled(Attempt attempt, RuntimeException mistake) {
        queue.retry(attempt.queued());
        ports.observer().attempted(attempt.profile(), Result.ERROR, ticker.since(attempt.begunAt()));
        ports.observer().stumbled(attempt.pod(), mistake);
        try {
            ports.announcer().failed(attempt.pod(), "internal error: " + mistake);
        } catch (RuntimeException another) {
            ports.observer().stumbled(attempt.pod(), another);
        }
    }

    /** The pod as it is now, or null if there is nothing left to do for it. */
    private @Nullable Pod current(QueuedPod queued) {
        Pod pod = state.pod(queued.pod().key());
        boolean waits = pod != null
                && pod.isSameAs(queued.pod())
                && !pod.terminating()
                && pod.spec().nodeName() == null;
        return waits ? pod : null;
    }
}
