package dev.edgewise.scheduler.testing;

import dev.edgewise.scheduler.cycle.BindException;
import dev.edgewise.scheduler.cycle.Binder;
import dev.edgewise.scheduler.cycle.CycleObserver;
import dev.edgewise.scheduler.cycle.EventRecorder;
import dev.edgewise.scheduler.cycle.MeasurementRequester;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.cycle.PreemptionWriter;
import dev.edgewise.scheduler.cycle.PreemptionWriter.Eviction;
import dev.edgewise.scheduler.cycle.SchedulingCycleDependencies;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.state.ReservationState;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * The API server as tests see it: remembers what the cycle asks for, on whatever threads, and fails when it is to.
 */
public final class RecordingPorts implements Binder, PreemptionWriter, EventRecorder {
    public final Map<String, String> bound = new ConcurrentHashMap<>();
    /** The uids of bound pods, in order. */
    public final List<String> bindings = Collections.synchronizedList(new ArrayList<>());

    public final List<String> evicted = Collections.synchronizedList(new ArrayList<>());
    public final Map<String, String> nominated = new ConcurrentHashMap<>();
    /** The names of pods that were announced as scheduled, in order. */
    public final List<String> announced = Collections.synchronizedList(new ArrayList<>());

    public final Map<String, String> unschedulable = new ConcurrentHashMap<>();
    public final List<String> failures = Collections.synchronizedList(new ArrayList<>());
    /** Nodes that were reported as those that a pod could not be bound to. */
    public final List<String> refusing = Collections.synchronizedList(new ArrayList<>());

    public final List<Decision> decisions = Collections.synchronizedList(new ArrayList<>());
    public final List<RuntimeException> errors = Collections.synchronizedList(new ArrayList<>());
    /** Waiting time of each bound pod, in order. */
    public final List<Duration> waited = Collections.synchronizedList(new ArrayList<>());
    /** Whether preemptions wait in {@link #evictions} for {@link #carryOut}. */
    public boolean holdEvictions;

    public final Deque<Eviction> evictions = new ArrayDeque<>();
    /** Written statuses of reservations that ended for a pod, by name. */
    public final Map<String, ReservationStatus> ended = new ConcurrentHashMap<>();
    /** Whether what is to be written of reservations waits in {@link #ends}. */
    public boolean holdEnds;

    public final Deque<Runnable> ends = new ArrayDeque<>();

    /** Whether this replica may change the cluster. */
    public boolean gate = true;

    /** Runs when a decision was taken, and not carried out yet. */
    public Runnable whenDecided = () -> {};

    private final Deque<Exception> bindFailures = new ArrayDeque<>();
    private final CycleObserver observer = new CycleObserver() {
        @Override
        public void decided(Decision decision, Duration time) {
            whenDecided.run();
        }

        @Override
        public void attemptFailed(Pod pod, RuntimeException cause) {
            errors.add(cause);
        }

        @Override
        public void scheduled(int attempts, Duration time) {
            waited.add(time);
        }
    };

    public SchedulingCycleDependencies ports() {
        return ports(PreBind.NONE);
    }

    public SchedulingCycleDependencies ports(PreBind preBind) {
        return ports(preBind, this);
    }

    /** @param binder leads to this one */
    public SchedulingCycleDependencies ports(PreBind preBind, Binder binder) {
        return new SchedulingCycleDependencies(
                preBind, binder, this, this, decisions::add, MeasurementRequester.NONE, observer, () -> gate);
    }

    /** The next binding fails with this; several are used up in order. */
    public void failNextBind(Exception failure) {
        bindFailures.add(failure);
    }

    @Override
    public void bind(Pod assigned) throws BindException {
        Exception failure = bindFailures.poll();
        if (failure instanceof BindException named) {
            throw named;
        }
        if (failure instanceof RuntimeException error) {
            throw error;
        }
        bindings.add(assigned.uid());
        bound.put(assigned.key().name(), assigned.spec().nodeName());
    }

    @Override
    public void preempt(Eviction eviction) {
        if (holdEvictions) {
            evictions.add(eviction);
        } else {
            carryOut(eviction, true);
        }
    }

    /** Ends a preemption; evicts if it succeeds and is still wanted. */
    public void carryOut(Eviction eviction, boolean success) {
        boolean done = success && eviction.wanted().getAsBoolean();
        if (done) {
            nominated.put(eviction.preemptor().key().name(), eviction.node());
            eviction.victims().forEach(victim -> evicted.add(victim.key().name()));
        }
        eviction.ended().accept(done);
    }

    /** Ends a preemption: the API server refuses to evict its first victim. */
    public void refuse(Eviction eviction) {
        eviction.refused().accept(eviction.victims().get(0));
        eviction.ended().accept(false);
    }

    @Override
    public void end(List<ReservationState> reservations, BooleanSupplier wanted, Runnable written) {
        Runnable write = () -> {
            if (wanted.getAsBoolean()) {
                reservations.forEach(one -> ended.put(one.reservation().key().name(), one.now()));
            }
            written.run();
        };
        if (holdEnds) {
            ends.add(write);
        } else {
            write.run();
        }
    }

    @Override
    public void nominate(Pod assigned, BooleanSupplier wanted) {
        if (wanted.getAsBoolean()) {
            nominated.put(assigned.key().name(), assigned.spec().nodeName());
        }
    }

    @Override
    public void withdraw(Pod preemptor, BooleanSupplier wanted) {
        if (wanted.getAsBoolean()) {
            nominated.remove(preemptor.key().name());
        }
    }

    @Override
    public void scheduled(Pod bound) {
        announced.add(bound.key().name());
    }

    @Override
    public void unschedulable(Decision decision) {
        unschedulable.put(decision.pod().key().name(), decision.message());
    }

    @Override
    public void bindingFailed(Pod pod, String node, String message) {
        refusing.add(node);
        failed(pod, message);
    }

    @Override
    public void failed(Pod pod, String message) {
        failures.add(pod.key().name() + ": " + message);
    }
}
