package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.testing.EmbeddedRedis;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** How much of Redis a node's round-trip times take: what docs/deploy.md's table of sizes rests on. */
class RedisFootprintIT {
    private static final int ROWS = Integer.getInteger("edgewise.test.rows", 200);
    private static final int ESTIMATED = 256;
    private static final int MEASURED = 48;
    private static final Instant NOW = Instant.parse("2026-11-21T08:00:00.123Z");

    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private final Random random = new Random(1);

    @Test
    void aNodeTakesAtMost60KilobytesOfRedis() {
        LettuceConnectionFactory connections = new LettuceConnectionFactory("127.0.0.1", redis.port());
        connections.afterPropertiesSet();
        connections.start();
        try (RedisConnection connection = connections.getConnection()) {
            RedisSignalStore<RoundTripTime> store = new RedisSignalStore<>(
                    connections,
                    RoundTripTimeJsonCodec.KIND,
                    RedisFollowWaitTimes.within(Duration.ofSeconds(10)),
                    Clock.systemUTC(),
                    new SimpleMeterRegistry());
            long before = used(connection);
            for (int row = 0; row < ROWS; row++) {
                store.publish(name(row), row(row));
            }
            long bytes = (used(connection) - before) / ROWS;

            assertThat(bytes).as("bytes a node").isBetween(32_000L, 60_000L);
        } finally {
            connections.destroy();
        }
    }

    private Map<String, RoundTripTime> row(int row) {
        Map<String, RoundTripTime> values = new HashMap<>();
        for (int i = 0; i < ESTIMATED + MEASURED; i++) {
            long micros = 1_000 + random.nextInt(90_000);
            ObservationMetadata observed =
                    new ObservationMetadata(NOW, i < MEASURED ? "agents" : "estimate", Duration.ofMinutes(40));
            values.put(
                    name(row + 1 + i),
                    i < MEASURED
                            ? new RoundTripTime(micros, micros + 900, micros + 12_000, 0.0123, 321, 219, observed)
                            : RoundTripTime.estimated(
                                    micros, new EstimatedRange(micros / 2, micros * 2, 85), observed));
        }
        return values;
    }

    private static String name(int node) {
        return "edge-site-%03d-node-%05d".formatted(node / 20, node);
    }

    private static long used(RedisConnection connection) {
        return Long.parseLong(connection.serverCommands().info("memory").getProperty("used_memory"));
    }
}
