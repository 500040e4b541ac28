package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.Recorded;
import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A Redis that keeps nothing on a disk. */
class RedisRestartAT extends RedisSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.plain();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }

    @Test
    void whatARestartLosesStaysKnownUntilItIsWrittenAgain() {
        store().publish("a", Map.of("b", micros(1)));
        store().publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        follow(heard);

        int port = REDIS.ports().get(0);
        REDIS.shell("redis-cli -p %d shutdown nosave; %s --port %d >/dev/null 2>&1 &"
                .formatted(port, RedisSetups.SERVER, port));

        await().untilAsserted(() -> assertThat(heard.lost).containsExactlyInAnyOrder("a", "b"));
        assertThat(heard.rows).containsOnlyKeys("a", "b");
        store().publish("a", Map.of("b", micros(3)));
        await().untilAsserted(() ->
                assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(3)), "b", Map.of("a", micros(2)))));
    }
}
