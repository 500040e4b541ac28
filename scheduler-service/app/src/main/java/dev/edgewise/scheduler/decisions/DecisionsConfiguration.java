package dev.edgewise.scheduler.decisions;

import dev.edgewise.kubernetes.lease.ReplicaIdentity;
import dev.edgewise.scheduler.cycle.DecisionLog;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Configures the history of decisions. */
@Configuration(proxyBeanMethods = false)
class DecisionsConfiguration {
    @Bean
    DecisionHistory decisionHistory(DecisionsProperties properties, ReplicaIdentity identity, Clock clock) {
        return new DecisionHistory(properties.maxEntries(), identity.name(), clock);
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "edgewise.store", havingValue = "memory")
    static class InMemory {
        @Bean
        DecisionLog decisionLog(DecisionHistory history) {
            return history::record;
        }
    }
}
