package dev.edgewise.scheduler.decisions.redis;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.framework.Decision;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A Redis that refuses to hold more, as one with {@code noeviction} does. */
@ExtendWith(OutputCaptureExtension.class)
class FullRedisIT {
    private static final byte[] STREAM = "edgewise:decisions".getBytes(UTF_8);

    @RegisterExtension
    static final EmbeddedRedis REDIS = new EmbeddedRedis();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private LettuceConnectionFactory connections;
    private SharedDecisions decisions;

    @BeforeEach
    void start() {
        connections = new LettuceConnectionFactory("127.0.0.1", REDIS.port());
        connections.afterPropertiesSet();
        connections.start();
        decisions = new SharedDecisions(
                new DecisionHistory(10, "a", Clock.systemUTC()),
                connections,
                new SharedDecisions.Limits(10_000, 16_000_000),
                meters);
        decisions.start();
    }

    @AfterEach
    void stop() {
        maxMemory(0);
        decisions.close();
        connections.destroy();
    }

    @Test
    void decisionsGiveUpTheirRoomAndSaySo(CapturedOutput output) {
        for (int i = 0; i < 1_000; i++) {
            decisions.record(decision(i));
        }
        await().untilAsserted(() -> assertThat(length()).isEqualTo(1_000));

        maxMemory(1);
        decisions.record(decision(1_000));

        await().untilAsserted(() -> assertThat(length()).isEqualTo(500));
        await().untilAsserted(() -> assertThat(decisions.trouble()).startsWith("it is full"));
        assertThat(full()).isEqualTo(1);
        assertThat(output.getAll().lines().filter(line -> line.contains("Decisions are not shared")))
                .singleElement()
                .asString()
                .contains("it is full: give it more maxmemory");

        await().untilAsserted(() ->
                assertThat(statistics("setrange")).as("asked, and refused").containsPattern("rejected_calls=[1-9]"));
        assertThat(full()).isEqualTo(1);
        // Nothing is decided any more, as another replica leads: that Redis has room again shows all the same.
        maxMemory(0);
        await().untilAsserted(() -> assertThat(decisions.trouble()).isNull());
        assertThat(full()).isZero();
        assertThat(length()).as("asking gives up nothing, and leaves nothing").isEqualTo(500);
        assertThat(keys()).containsExactly("edgewise:decisions");
        assertThat(output.getAll()).contains("Decisions are shared again");
    }

    private double full() {
        return meters.get("edgewise.redis.full")
                .tag("content", "decisions")
                .gauge()
                .value();
    }

    private long length() {
        try (RedisConnection connection = connections.getConnection()) {
            return connection.streamCommands().xLen(STREAM);
        }
    }

    private String statistics(String command) {
        try (RedisConnection connection = connections.getConnection()) {
            return String.valueOf(
                    connection.serverCommands().info("commandstats").get("cmdstat_" + command));
        }
    }

    private List<String> keys() {
        try (RedisConnection connection = connections.getConnection()) {
            return connection.keyCommands().keys("*".getBytes(UTF_8)).stream()
                    .map(key -> new String(key, UTF_8))
                    .toList();
        }
    }

    private void maxMemory(int bytes) {
        try (RedisConnection connection = connections.getConnection()) {
            connection.serverCommands().setConfig("maxmemory", String.valueOf(bytes));
        }
    }

    private static Decision decision(int number) {
        return new Decision(
                pod("p" + number).build(),
                "edgewise",
                Instant.EPOCH,
                "n1",
                "Successfully assigned default/p to n1",
                1,
                1,
                Map.of(),
                Set.of(),
                List.of(),
                List.of());
    }
}
