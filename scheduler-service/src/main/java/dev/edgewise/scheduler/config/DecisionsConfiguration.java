package dev.edgewise.scheduler.config;

import dev.edgewise.common.boot.LifecyclePhase;
import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.scheduler.cycle.DecisionLog;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.decisions.redis.SharedDecisions;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Where decisions are remembered. */
@Configuration(proxyBeanMethods = false)
class DecisionsConfiguration {
    @Bean
    DecisionHistory decisionHistory(DecisionsProperties properties, ReplicaIdentity identity, Clock clock) {
        return new DecisionHistory(properties.kept(), identity.name(), clock);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "edgewise.store", havingValue = "memory")
    static class InMemory {
        @Bean
        DecisionLog decisionLog(DecisionHistory history) {
            return history::record;
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "edgewise.store", havingValue = "redis", matchIfMissing = true)
    static class InRedis {
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
                            properties.kept(), properties.sharedSize().toBytes()),
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
}
