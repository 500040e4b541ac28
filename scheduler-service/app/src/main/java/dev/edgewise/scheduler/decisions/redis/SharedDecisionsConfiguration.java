package dev.edgewise.scheduler.decisions.redis;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.decisions.DecisionsProperties;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Decisions that all replicas share. */
@Configuration(proxyBeanMethods = false)
@ConditionalOnProperty(name = "edgewise.store", havingValue = "redis", matchIfMissing = true)
class SharedDecisionsConfiguration {
    @Bean(initMethod = "", destroyMethod = "")
    SharedDecisions decisionLog(
            DecisionHistory history,
            RedisConnectionFactory connections,
            DecisionsProperties properties,
            MeterRegistry meters) {
        return new SharedDecisions(
                history,
                connections,
                new SharedDecisions.Limits(
                        properties.maxEntries(), properties.sharedSize().toBytes()),
                meters);
    }

    @Bean
    DecisionsHealth decisionsHealthIndicator(SharedDecisions decisions) {
        return new DecisionsHealth(decisions);
    }

    @Bean
    LifecyclePhase sharedDecisionsStep(SharedDecisions decisions) {
        return new LifecyclePhase(LifecyclePhase.DECISIONS, decisions::start, decisions::close);
    }
}
