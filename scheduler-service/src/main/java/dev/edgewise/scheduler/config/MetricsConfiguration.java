package dev.edgewise.scheduler.config;

import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.metrics.CycleMetrics;
import dev.edgewise.scheduler.metrics.QueueMetrics;
import dev.edgewise.scheduler.metrics.SchedulerGauges;
import dev.edgewise.scheduler.profiles.ProfileSet;
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
    SchedulerGauges schedulerGauges(ClusterState state, SchedulingQueue queue, ProfileSet profiles) {
        return new SchedulerGauges(state, queue, profiles.byName().values());
    }
}
