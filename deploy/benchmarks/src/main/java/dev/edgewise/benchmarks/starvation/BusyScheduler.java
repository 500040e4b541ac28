package dev.edgewise.benchmarks.starvation;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.ConcurrentBindings;
import dev.edgewise.scheduler.cycle.CycleObserver;
import dev.edgewise.scheduler.cycle.EventRecorder;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.MeasurementRequester;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.cycle.PreemptionWriter;
import dev.edgewise.scheduler.cycle.PreemptionWriter.Eviction;
import dev.edgewise.scheduler.cycle.SchedulingCycle;
import dev.edgewise.scheduler.cycle.SchedulingCycleDependencies;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.queue.QueueObserver;
import dev.edgewise.scheduler.queue.QueueWaitingTimes;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.ReservationState;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;

/** The real loop, queue and state; an API server that carries out every binding at once. */
final class BusyScheduler {
    private static final Duration STOP = Duration.ofSeconds(10);

    final Ticker ticker = Ticker.system();
    final LiveClusterFeed feed;
    final AtomicLong attempts = new AtomicLong();

    /** Readings of the ticker when pods were bound, by name. */
    private final Map<String, Long> boundAt = new ConcurrentHashMap<>();

    private final SchedulingQueue queue = new SchedulingQueue(ticker, QueueWaitingTimes.STOCK, QueueObserver.NONE);
    private final SchedulingLoop loop;

    BusyScheduler(long seed) {
        ClusterState state = new ClusterState(Clock.systemUTC());
        feed = new LiveClusterFeed(state, queue, "edgewise"::equals);
        SchedulingCycleDependencies ports = new SchedulingCycleDependencies(
                PreBind.NONE,
                this::bind,
                new NoEvictions(),
                new Silent(),
                decision -> {},
                MeasurementRequester.NONE,
                new Counting(),
                WriteGate.ALWAYS_OPEN);
        SchedulingCycle cycle = new SchedulingCycle(
                state,
                queue,
                Map.of("edgewise", BuiltInProfiles.edgewise()),
                ports,
                new ConcurrentBindings(Runnable::run, 1),
                Clock.systemUTC(),
                ticker,
                new Random(seed));
        loop = new SchedulingLoop(queue, cycle, ticker, task -> new Thread(task, "scheduling-loop"));
    }

    void start() {
        loop.start();
    }

    boolean hasBound(Set<String> names) {
        return boundAt.keySet().containsAll(names);
    }

    /** A reading of the ticker; the pod must be bound. */
    long boundAt(String name) {
        return Objects.requireNonNull(boundAt.get(name), name);
    }

    /** Number of pods that wait without being ready to be tried. */
    int waiting() {
        var counts = queue.counts();
        return counts.backoff() + counts.unschedulable();
    }

    void stop() throws InterruptedException {
        loop.stop(STOP);
    }

    private void bind(Pod assigned) {
        boundAt.put(assigned.key().name(), ticker.nanos());
        feed.pod(assigned);
    }

    private final class Counting implements CycleObserver {
        @Override
        public void attempted(String profile, Result result, Duration took) {
            attempts.incrementAndGet();
        }
    }

    private static final class NoEvictions implements PreemptionWriter {
        @Override
        public void preempt(Eviction eviction) {
            eviction.ended().accept(false);
        }

        @Override
        public void end(List<ReservationState> reservations, BooleanSupplier wanted, Runnable written) {
            written.run();
        }

        @Override
        public void nominate(Pod pod, BooleanSupplier wanted) {}

        @Override
        public void withdraw(Pod preemptor, BooleanSupplier wanted) {}
    }

    private static final class Silent implements EventRecorder {
        @Override
        public void scheduled(Pod bound) {}

        @Override
        public void unschedulable(Decision decision) {}

        @Override
        public void failed(Pod pod, String message) {
            throw new IllegalStateException(pod.key() + ": " + message);
        }
    }
}
