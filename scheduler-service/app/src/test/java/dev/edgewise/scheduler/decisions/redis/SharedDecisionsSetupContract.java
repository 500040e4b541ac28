package dev.edgewise.scheduler.decisions.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.containers.ConnectedService;
import dev.edgewise.common.testing.containers.RedisContainer;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Shared decisions by the connections that a service sets up on its own. */
abstract class SharedDecisionsSetupContract extends SharedDecisionsContract {
    protected abstract RedisContainer redis();

    @Override
    protected RedisConnectionFactory connections() {
        ConfigurableApplicationContext service = ConnectedService.start(redis().properties());
        open.add(service);
        return service.getBean(RedisConnectionFactory.class);
    }

    @Test
    void itIsAskedWhetherItTakesMoreAndGivenRoom() {
        try (RedisConnection connection = connections().getConnection()) {
            long before = length(connection);
            SharedDecisions decisions = started(history("a"));
            decisions.record(decision("one", "n1"));
            decisions.record(decision("two", "n1"));
            await().until(() -> length(connection) == before + 2);

            DecisionStream.probe(connection);
            DecisionStream.halve(connection);

            assertThat(length(connection)).isEqualTo((before + 2) / 2);
            assertThat(decisions.trouble()).isNull();
        }
    }

    private static long length(RedisConnection connection) {
        return connection.streamCommands().xLen("edgewise:decisions".getBytes(UTF_8));
    }
}
