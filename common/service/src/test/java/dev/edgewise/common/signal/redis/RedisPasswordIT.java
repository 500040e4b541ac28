package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.testing.EmbeddedRedis;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A Redis whose password the service does not know. */
@ExtendWith(OutputCaptureExtension.class)
class RedisPasswordIT {
    private static final Duration SOON = Duration.ofMinutes(1);

    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private LettuceConnectionFactory connections;

    @AfterEach
    void close() {
        connections.destroy();
    }

    @ParameterizedTest
    @CsvSource({"'', it demands a password", "wrong, it refuses the password"})
    void isLoggedOnceWithARemedyAndEndsWhenThePasswordFits(String given, String problem, CapturedOutput output) {
        demand("", "secret");
        connections = connections(given);
        RedisFollowWaitTimes timing =
                new RedisFollowWaitTimes(Duration.ofMillis(200), Duration.ofMillis(5), Duration.ofMillis(20));
        RedisSignalStore<RoundTripTime> store = new RedisSignalStore<>(
                connections, RoundTripTimeJsonCodec.KIND, timing, Clock.systemUTC(), new SimpleMeterRegistry());
        try (SignalSubscription following = store.follow((row, values) -> {})) {
            await().during(Duration.ofSeconds(1)).atMost(SOON).until(() -> !following.connected());
            assertThat(output.getAll().lines().filter(line -> line.contains("Redis is unavailable")))
                    .singleElement()
                    .asString()
                    .contains(problem + ": set spring.data.redis.password");
            assertThat(following.trouble()).get().asString().startsWith(problem);

            demand("secret", given);
            await().atMost(SOON).until(following::connected);
            assertThat(following.trouble()).isEmpty();
        }
        demand(given, "");
    }

    /** Changes the password that Redis demands; empty for none. */
    private static void demand(String now, String next) {
        LettuceConnectionFactory admin = connections(now);
        try (RedisConnection connection = admin.getConnection()) {
            connection.serverCommands().setConfig("requirepass", next);
        } finally {
            admin.destroy();
        }
    }

    private static LettuceConnectionFactory connections(String password) {
        RedisStandaloneConfiguration server = new RedisStandaloneConfiguration("127.0.0.1", redis.port());
        server.setPassword(password);
        LettuceConnectionFactory connections = new LettuceConnectionFactory(server);
        connections.afterPropertiesSet();
        connections.start();
        return connections;
    }
}
