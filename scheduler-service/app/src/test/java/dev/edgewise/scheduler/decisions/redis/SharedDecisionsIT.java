package dev.edgewise.scheduler.decisions.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import java.time.Duration;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class SharedDecisionsIT extends SharedDecisionsContract {
    @RegisterExtension
    static final EmbeddedRedis REDIS = EmbeddedRedis.forService("scheduler-service");

    @Test
    void withoutRedisDecisionsAreKeptHereAndTheLossIsCounted() {
        DecisionHistory history = history("a");
        SharedDecisions decisions = started(history);
        REDIS.stop();
        try {
            decisions.record(decision("alone", "n1"));

            assertThat(history.last(key("alone"))).isNotNull();
            await().untilAsserted(() -> assertThat(dropped()).isEqualTo(1));
        } finally {
            REDIS.start();
        }

        await().ignoreException(ConditionTimeoutException.class).untilAsserted(() -> {
            decisions.record(decision("again", "n2"));
            DecisionHistory other = history("d");
            started(other);
            await().atMost(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(other.last(key("again"))).isNotNull());
        });
    }

    @Test
    void recordingDoesNotWaitForRedis() {
        SharedDecisions decisions = new SharedDecisions(history("a"), connections(), LIMITS, meters);
        // No thread writes: the queue of 4,096 fills up.
        for (int i = 0; i < 5000; i++) {
            decisions.record(decision("p" + i, "n1"));
        }

        assertThat(dropped()).isEqualTo(5000 - 4096);
    }

    private double dropped() {
        return meters.counter("edgewise.decisions.dropped").count();
    }

    @Override
    protected RedisConnectionFactory connections() {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", REDIS.port());
        server.setUsername(REDIS.user());
        server.setPassword(EmbeddedRedis.PASSWORD);
        LettuceConnectionFactory connections = new LettuceConnectionFactory(
                server,
                LettuceClientConfiguration.builder()
                        .commandTimeout(Duration.ofSeconds(2))
                        .shutdownTimeout(Duration.ZERO)
                        .build());
        connections.afterPropertiesSet();
        connections.start();
        open.add(connections::destroy);
        return connections;
    }
}
