package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.Recorded;
import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import java.util.Map;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Redis Cluster: the rows and the stream of changes lie on different servers. The failover comes last: it leaves one
 * server less.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RedisClusterAT extends RedisSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS = RedisSetups.withCluster();

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void afterAFailoverOfWhoHasTheChangesSignalsAreSharedAgainAndNoneWasLost() {
        for (String row : new String[] {"a", "b", "c", "d", "e", "f"}) {
            store().publish(row, Map.of("x", micros(1)));
        }
        Recorded heard = new Recorded();
        follow(heard);

        // Redirections lead to the server of the stream, whichever it is, which then waits for its replica and ends.
        REDIS.shell("redis-cli -c -p %d <<'END'\nxlen edgewise:changes\nwait 1 5000\nshutdown nosave\nEND"
                .formatted(REDIS.ports().get(0)));

        await().ignoreExceptions().untilAsserted(() -> {
            store().publish("a", Map.of("x", micros(2)));
            assertThat(heard.rows).containsEntry("a", Map.of("x", micros(2)));
        });
        assertThat(heard.rows).containsOnlyKeys("a", "b", "c", "d", "e", "f");
        assertThat(heard.lost).isEmpty();
    }
}
