package dev.edgewise.scheduler.metrics;

import dev.edgewise.common.boot.LoopHealth;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.observation.ObservationRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the metrics, under kube-scheduler's names where it has them. */
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {
    private static final int MOST_LINES = 1_000;
    /**
     * The time without progress after which a loop counts as stuck. The longest step, of recovery, sends some 80
     * requests for pods, reservations and taints, each for 22 s with its retries if the API server accepts connections
     * and never answers. With leader election the lease is lost long before, and the step ends.
     */
    private static final Duration STUCK_AFTER = Duration.ofMinutes(45);

    @Bean
    CycleMetrics cycleMetrics(
            MeterRegistry meters, ObjectProvider<ObservationRegistry> observations, DecisionLogger decisionLogger) {
        return new CycleMetrics(meters, observations.getIfAvailable(() -> ObservationRegistry.NOOP), decisionLogger);
    }

    @Bean
    DecisionLogger decisionLogger(ExecutorService decisionLogThread, Ticker ticker) {
        return new DecisionLogger(decisionLogThread, ticker);
    }

    @Bean(destroyMethod = "shutdown")
    ExecutorService decisionLogThread() {
        return new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new ArrayBlockingQueue<>(MOST_LINES), task -> {
            Thread created = new Thread(task, "decision-log");
            created.setDaemon(true);
            return created;
        });
    }

    /** Observations are for traces here: their durations are measured under kube-scheduler's names already. */
    @Bean
    static MeterFilter observationsAreNoMetrics() {
        return MeterFilter.deny(id -> id.getName().startsWith("edgewise.scheduling.attempt")
                || id.getName().startsWith("edgewise.scheduling.bind"));
    }

    @Bean
    IncomingPodsCounter incomingPodsCounter(MeterRegistry meters) {
        return new IncomingPodsCounter(meters);
    }

    @Bean
    ConflictAlert conflictAlert(
            SchedulerConflictDetector detector, SchedulingLoop loop, Ticker ticker, MeterRegistry meters) {
        return new ConflictAlert(detector, loop::isRunning, ticker, meters);
    }

    @Bean
    UnallocatedDeviceClassesWarning unallocatedDeviceClassesWarning(ProfileSet profiles, MeterRegistry meters) {
        return new UnallocatedDeviceClassesWarning(
                profiles.binds(UnallocatedDeviceClassesWarning.DEFAULT_SCHEDULER), meters);
    }

    @Bean
    RivalSchedulerHealth conflictsHealthIndicator(ConflictAlert alarm, SchedulerConflictDetector detector) {
        return new RivalSchedulerHealth(alarm, detector);
    }

    @Bean
    SchedulingLoopHealth schedulingLoopHealthIndicator(SchedulingLoop loop) {
        return new SchedulingLoopHealth(loop);
    }

    /** Reports liveness: whether the background loops make progress, whether their steps succeed or not. */
    @Bean
    HealthIndicator backgroundLoops(List<ProgressLoop> loops) {
        return new LoopHealth(loops, STUCK_AFTER);
    }

    @Bean
    SchedulerMetrics schedulerGauges(ClusterState state, SchedulingQueue queue, ProfileSet profiles) {
        return new SchedulerMetrics(state, queue, profiles.byName().values());
    }
}
