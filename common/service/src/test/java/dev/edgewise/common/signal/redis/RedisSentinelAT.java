package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.Recorded;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Redis behind Sentinel. The failover comes last: it leaves one server. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RedisSentinelAT extends RedisSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withSentinel();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void afterAFailoverSignalsAreSharedAgainAndNoneWasLost() {
        store().publish("a", Map.of("b", micros(1)));
        store().publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        SignalSubscription following = follow(heard);
        REDIS.shell(
                "redis-cli -a secret -p %d wait 1 5000".formatted(REDIS.ports().get(0)));

        REDIS.shell("redis-cli -a secret -p %d shutdown nosave"
                .formatted(REDIS.ports().get(0)));

        await().until(() -> !following.connected());
        await().until(following::connected);
        store().publish("a", Map.of("b", micros(3)));
        await().untilAsserted(() ->
                assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(3)), "b", Map.of("a", micros(2)))));
        assertThat(heard.lost).isEmpty();
    }
}
