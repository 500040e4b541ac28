package dev.edgewise.scheduler.metrics;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cycle.SchedulerConflictDetector;
import dev.edgewise.scheduler.cycle.SchedulingLoop;
import dev.edgewise.scheduler.plugins.ProfileSet;
import dev.edgewise.scheduler.queue.SchedulingQueue;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What is counted and timed, under kube-scheduler's names where it has them. */
@Configuration(proxyBeanMethods = false)
class MetricsConfiguration {
    @Bean
    CycleMetrics cycleMetrics(MeterRegistry meters) {
        return new CycleMetrics(meters);
    }

    @Bean
    QueueMetrics queueMetrics(MeterRegistry meters) {
        return new QueueMetrics(meters);
    }

    @Bean
    ConflictAlert conflictAlert(
            SchedulerConflictDetector detector, SchedulingLoop loop, Ticker ticker, MeterRegistry meters) {
        return new ConflictAlert(detector, loop::isRunning, ticker, meters);
    }

    @Bean
    ConflictHealth conflictsHealthIndicator(ConflictAlert alarm, SchedulerConflictDetector detector) {
        return new ConflictHealth(alarm, detector);
    }

    @Bean
    LoopHealth schedulingLoopHealthIndicator(SchedulingLoop loop) {
        return new LoopHealth(loop);
    }

    @Bean
    SchedulerGauges schedulerGauges(ClusterState state, SchedulingQueue queue, ProfileSet profiles) {
        return new SchedulerGauges(state, queue, profiles.byName().values());
    }
}
