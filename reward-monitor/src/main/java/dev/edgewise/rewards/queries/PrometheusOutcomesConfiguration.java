package dev.edgewise.rewards.queries;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.common.boot.ProgressLoop;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.rewards.cluster.WatchedNodesAndPods;
import dev.edgewise.rewards.monitor.ActiveLearnerProvider;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Beans that query Prometheus; without configured queries, they do nothing. */
@Configuration(proxyBeanMethods = false)
class PrometheusOutcomesConfiguration {
    private static final Status DEGRADED = new Status("DEGRADED");

    @Bean
    PrometheusOutcomes queriedOutcomes(
            PrometheusProperties properties, WatchedNodesAndPods table, ActiveLearnerProvider learning, Clock clock) {
        return new PrometheusOutcomes(properties.queries(), properties.client(), table, learning, clock);
    }

    @Bean
    ProgressLoop queryLoop(
            PrometheusOutcomes outcomes, PrometheusProperties properties, Ticker ticker, MeterRegistry meters) {
        return new ProgressLoop("queries", outcomes::poll, properties.poll(), ticker, meters);
    }

    @Bean
    LifecyclePhase queryPhase(ProgressLoop queryLoop) {
        return LifecyclePhase.of(LifecyclePhase.MEASURE, queryLoop);
    }

    /** Health: {@code DEGRADED} with the reason while a query fails. */
    @Bean("queries")
    HealthIndicator queriesHealth(PrometheusOutcomes outcomes) {
        return () -> outcomes.problem().isEmpty()
                ? Health.up().build()
                : Health.status(DEGRADED)
                        .withDetail("prometheus", outcomes.problem())
                        .build();
    }
}
