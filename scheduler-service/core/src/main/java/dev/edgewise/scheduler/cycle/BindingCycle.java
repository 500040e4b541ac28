package dev.edgewise.scheduler.cycle;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.BindException.Cause;
import dev.edgewise.scheduler.cycle.CycleObserver.Result;
import dev.edgewise.scheduler.cycle.CycleObserver.Step;
import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import java.time.Duration;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The asynchronous binding cycle; on failure it forgets the assumption and requeues the pod. */
final class BindingCycle {
    private final ClusterState state;
    private final SchedulingQueue queue;
    private final SchedulingCycleDependencies ports;
    private final Ticker ticker;
    /** Uids of the pods whose node is nominated until they are bound. */
    private final Set<String> nominated = ConcurrentHashMap.newKeySet();

    BindingCycle(ClusterState state, SchedulingQueue queue, SchedulingCycleDependencies ports, Ticker ticker) {
        this.state = state;
        this.queue = queue;
        this.ports = ports;
        this.ticker = ticker;
    }

    /** Binds the assumed pod; always ends with the pod bound, dropped or back in the queue. */
    void bind(SchedulingAttempt attempt, Pod assigned, Decision decision) {
        try {
            requireOpenGate();
            nominateIfSlow(attempt, assigned);
            step(Step.PRE_BIND, attempt, () -> ports.preBind().prepare(assigned, attempt.snapshot()));
            ports.recorder().binding(assigned);
            requireOpenGate();
            step(Step.BIND, attempt, () -> ports.binder().bind(assigned));
        } catch (BindException failure) {
            if (!isBoundMeanwhile(assigned, failure)) {
                failed(attempt, assigned, failure);
                return;
            }
        } catch (RuntimeException e) {
            ports.observer().attemptFailed(assigned, e);
            failed(attempt, assigned, new BindException(Cause.UNAVAILABLE, e.toString(), e));
            return;
        }
        bound(attempt, assigned, decision);
    }

    /** Nominates the node if the binding has to wait first, like kube-scheduler (NominatedNodeNameForExpectation). */
    private void nominateIfSlow(SchedulingAttempt attempt, Pod assigned) {
        boolean isNominated = Objects.equals(
                attempt.pod().status().nominatedNode(), assigned.spec().nodeName());
        if (!isNominated && ports.preBind().willWait(assigned)) {
            nominated.add(assigned.uid());
            ports.evictor().nominate(assigned, () -> ports.gate().isOpen() && state.isAssumed(assigned.key()));
        }
    }

    /** The pod may get another node now. */
    private void withdrawNomination(Pod assigned) {
        if (nominated.remove(assigned.uid())) {
            // The state need not know of it yet: what was written may be shown late.
            state.nominate(assigned, assigned.spec().nodeName());
            state.nominate(assigned, null);
            ports.evictor().withdraw(assigned, ports.gate()::isOpen);
        }
    }

    private void bound(SchedulingAttempt attempt, Pod assigned, Decision decision) {
        ports.preBind().bound(assigned);
        nominated.remove(assigned.uid());
        queue.done(attempt.queued());
        Duration took = ticker.since(attempt.begunAt());
        ports.observer().attempted(attempt.profile(), Result.SCHEDULED, took);
        ports.observer().concluded(decision, attempt.queued().attempts(), took);
        ports.observer()
                .scheduled(
                        attempt.queued().attempts(),
                        ticker.since(attempt.queued().since()));
        try {
            ports.recorder().scheduled(assigned);
            ports.decisions().record(decision);
        } catch (RuntimeException e) {
            ports.observer().attemptFailed(attempt.pod(), e);
        }
    }

    /**
     * Tells whether an unanswered binding was carried out after all and its pod was seen before this attempt gave up.
     */
    private boolean isBoundMeanwhile(Pod assigned, BindException failure) {
        return failure.kind() == Cause.UNAVAILABLE && state.forget(assigned);
    }

    /** Releases the capacity, for this pod's next attempt or for other pods that wait for it. */
    void failed(SchedulingAttempt attempt, Pod assigned, BindException failure) {
        unreserve(assigned);
        state.forget(assigned);
        withdrawNomination(assigned);
        if (failure.kind() == Cause.OBSOLETE) {
            queue.done(attempt.queued());
        } else {
            queue.retry(attempt.queued());
        }
        queue.wake(ClusterEvent.POD_REMOVED);
        if (!assigned.spec().volumes().claims().isEmpty()) {
            queue.wake(ClusterEvent.STORAGE_CHANGED);
        }
        ports.observer().attempted(attempt.profile(), Result.ERROR, ticker.since(attempt.begunAt()));
        announce(attempt.pod(), assigned.spec().nodeName(), failure);
    }

    /**
     * Records the failure as an event. A refusal by the API server (a policy, a changed claim) does not name the node
     * as its cause.
     */
    private void announce(Pod pod, @Nullable String node, BindException failure) {
        switch (failure.kind()) {
            case NODE_FAILED -> ports.recorder().bindingFailed(pod, String.valueOf(node), message(failure));
            case REFUSED, UNAVAILABLE -> ports.recorder().failed(pod, message(failure));
            case OBSOLETE, GATE_CLOSED -> {}
        }
    }

    /** An unexpected error here must not keep the pod from its next attempt. */
    private void unreserve(Pod assigned) {
        try {
            ports.preBind().unreserve(assigned);
        } catch (RuntimeException e) {
            ports.observer().attemptFailed(assigned, e);
        }
    }

    /** Fails if this replica may no longer bind. Checked again after the preparation, which may take minutes. */
    private void requireOpenGate() throws BindException {
        if (!ports.gate().isOpen()) {
            throw new BindException(
                    Cause.GATE_CLOSED,
                    "this replica does not lead, or pauses because another scheduler binds its pods");
        }
    }

    private void step(Step step, SchedulingAttempt attempt, Work work) throws BindException {
        long start = ticker.nanos();
        boolean success = false;
        try {
            work.run();
            success = true;
        } finally {
            ports.observer().stepped(step, attempt.profile(), success, ticker.since(start));
        }
    }

    private static String message(BindException failure) {
        String message = failure.getMessage();
        return message == null ? failure.kind().toString() : message;
    }

    private interface Work {
        void run() throws BindException;
    }
}
