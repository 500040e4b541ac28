package dev.edgewise.scheduler.wiring;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.Binder;
import dev.edgewise.scheduler.cycle.ConcurrentBindings;
import dev.edgewise.scheduler.cycle.CycleObserver;
import dev.edgewise.scheduler.cycle.DecisionLog;
import dev.edgewise.scheduler.cycle.EventRecorder;
import dev.edgewise.scheduler.cycle.ExpiryWakeups;
import dev.edgewise.scheduler.cycle.LeaderSchedulingLoopAccess;
import dev.edgewise.scheduler.cycle.LiveClusterFeed;
import dev.edgewise.scheduler.cycle.MeasurementRequester;
import dev.edgewise.scheduler.cycle.PreBind;
import dev.edgewise.scheduler.cycle.PreemptionWriter;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector.ConflictListener;
import dev.edgewise.scheduler.cycle.SchedulingCycle;
import dev.edgewise.scheduler.cycle.SchedulingCycleDependencies;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.cycle.SchedulingLoopAccess;
import dev.edgewise.scheduler.cycle.UnansweredBindings;
import dev.edgewise.scheduler.cycle.UnreadablePods;
import dev.edgewise.scheduler.framework.FactListener;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.protection.ProtectionRules;
import dev.edgewise.scheduler.state.reservations.ReservationFeed;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.random.RandomGenerator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The cluster's state, the loop that decides, and the threads that bind. */
@Configuration(proxyBeanMethods = false)
class CycleConfiguration {
    private static final long IDLE_SECONDS = 30;

    @Bean
    ClusterState clusterState(Clock clock, ProfileSet profiles, ProtectionRules rules) {
        return new ClusterState(clock, profiles::isOfExtender, rules);
    }

    @Bean
    UnreadablePods unreadablePods(EventRecorder recorder) {
        return new UnreadablePods(recorder::failed);
    }

    @Bean
    LiveClusterFeed clusterFeed(
            ClusterState state,
            SchedulingQueue queue,
            ProfileSet profiles,
            ConflictListener rivals,
            UnansweredBindings unanswered,
            UnreadablePods unreadable,
            EventRecorder recorder,
            List<FactListener<?>> listeners,
            SchedulingCycle cycle) {
        return new LiveClusterFeed(
                state,
                queue,
                profiles::binds,
                unanswered.without(rivals, recorder::scheduled),
                unreadable,
                cycle::capacityFreed,
                listeners);
    }

    @Bean
    ReservationFeed reservationFeed(LiveClusterFeed clusterFeed) {
        return clusterFeed.reservations();
    }

    @Bean
    UnansweredBindings unansweredBindings(Ticker ticker) {
        return new UnansweredBindings(ticker);
    }

    @Bean
    SchedulerConflictDetector detector(Ticker ticker, RandomGenerator random) {
        return new SchedulerConflictDetector(ticker, random);
    }

    /** The threads that bind pods; those that still wait for an answer at shutdown are interrupted. */
    @Bean(destroyMethod = "shutdownNow")
    ExecutorService bindingThreads(BindProperties properties) {
        ThreadPoolExecutor threads = new ThreadPoolExecutor(
                properties.concurrency(),
                properties.concurrency(),
                IDLE_SECONDS,
                TimeUnit.SECONDS,
                new LinkedBlockingQueue<>(),
                named("binding"));
        threads.allowCoreThreadTimeOut(true);
        return threads;
    }

    @Bean
    ConcurrentBindings bindings(ExecutorService bindingThreads, BindProperties properties) {
        return new ConcurrentBindings(bindingThreads, properties.concurrency());
    }

    @Bean
    SchedulingCycleDependencies cyclePorts(
            PreBind preBind,
            Binder binder,
            UnansweredBindings unanswered,
            PreemptionWriter evictor,
            EventRecorder recorder,
            DecisionLog decisions,
            MeasurementRequester requester,
            CycleObserver observer,
            WriteGate gate,
            SchedulerConflictDetector detector) {
        WriteGate undisputed = () -> gate.isOpen() && !detector.isPaused();
        return new SchedulingCycleDependencies(
                preBind, unanswered.of(binder), evictor, recorder, decisions, requester, observer, undisputed);
    }

    @Bean
    SchedulingCycle cycle(
            ClusterState state,
            SchedulingQueue queue,
            ProfileSet profiles,
            RelocationProperties rooms,
            SchedulingCycleDependencies ports,
            ConcurrentBindings bindings,
            Clock clock,
            Ticker ticker,
            RandomGenerator random) {
        return new SchedulingCycle(
                state, queue, profiles.byName(), rooms.rules(), ports, bindings, clock, ticker, random);
    }

    @Bean(destroyMethod = "")
    SchedulingLoop schedulingLoop(SchedulingQueue queue, SchedulingCycle cycle, Ticker ticker) {
        return new SchedulingLoop(queue, cycle, ticker, task -> new Thread(task, "scheduling-loop"));
    }

    @Bean
    SchedulingLoopAccess decisions(SchedulingCycle cycle, SchedulingLoop loop, WriteGate gate) {
        return new LeaderSchedulingLoopAccess(cycle, loop, gate);
    }

    /** Looks each second for what becomes possible by time alone. */
    @Bean
    ProgressLoop expiryEventsLoop(
            SchedulingLoopAccess decisions, SchedulingQueue queue, Ticker ticker, MeterRegistry meters) {
        ExpiryWakeups events = new ExpiryWakeups(decisions::snapshot, queue);
        return new ProgressLoop("expiries", events::step, Duration.ofSeconds(1), ticker, meters);
    }

    @Bean
    LifecyclePhase expiryEventsPhase(ProgressLoop expiryEventsLoop) {
        return LifecyclePhase.of(LifecyclePhase.PUBLISH, expiryEventsLoop);
    }

    private static ThreadFactory named(String prefix) {
        AtomicInteger count = new AtomicInteger();
        return task -> new Thread(task, prefix + '-' + count.incrementAndGet());
    }
}
