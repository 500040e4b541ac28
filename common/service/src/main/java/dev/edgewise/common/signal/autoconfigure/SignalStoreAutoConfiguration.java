package dev.edgewise.common.signal.autoconfigure;

import dev.edgewise.common.Require;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.memory.InMemorySignalStores;
import dev.edgewise.common.signal.redis.RedisFollowWaitTimes;
import dev.edgewise.common.signal.redis.RedisSignalStores;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Metrics;
import java.time.Clock;
import java.time.Duration;
import java.util.Objects;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnProperty;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.data.redis.autoconfigure.DataRedisProperties;
import org.springframework.boot.data.redis.autoconfigure.LettuceClientOptionsBuilderCustomizer;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** The {@link SignalStores}. */
@AutoConfiguration(before = DataRedisAutoConfiguration.class, after = CompositeMeterRegistryAutoConfiguration.class)
@EnableConfigurationProperties(StoreProperties.class)
public class SignalStoreAutoConfiguration {
    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "edgewise.store", havingValue = "memory")
    static class InMemory {
        @Bean
        @ConditionalOnMissingBean
        SignalStores signalStores() {
            return new InMemorySignalStores();
        }
    }

    @Configuration(proxyBeanMethods = false)
    @ConditionalOnProperty(name = "edgewise.store", havingValue = "redis", matchIfMissing = true)
    static class InRedis {
        private static final Duration SHORTEST = Duration.ofMillis(20);
        private static final Duration LONGEST = Duration.ofMinutes(1);

        /** A command fails at once while Redis is unreachable, instead of waiting in a queue until it is back. */
        @Bean
        LettuceClientOptionsBuilderCustomizer failFast() {
            return options -> options.disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS);
        }

        @Bean
        @ConditionalOnMissingBean
        SignalStores signalStores(
                RedisConnectionFactory connections,
                DataRedisProperties redis,
                Clock clock,
                ObjectProvider<MeterRegistry> meters) {
            return new RedisSignalStores(
                    connections,
                    RedisFollowWaitTimes.within(timeout(redis)),
                    clock,
                    meters.getIfAvailable(() -> Metrics.globalRegistry));
        }

        private static Duration timeout(DataRedisProperties redis) {
            Duration timeout = redis.getTimeout();
            boolean allowed = timeout != null && timeout.compareTo(SHORTEST) >= 0 && timeout.compareTo(LONGEST) <= 0;
            Require.that(allowed, "spring.data.redis.timeout", String.valueOf(timeout), "in 20ms..1m, such as 2s");
            return Objects.requireNonNull(timeout);
        }
    }
}
