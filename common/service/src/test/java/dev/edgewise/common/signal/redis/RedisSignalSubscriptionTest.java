package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.Recorded;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.core.Cursor;

/** A Redis with one row, which refuses to wait for changes, as by its ACL or behind a proxy, and permits it later. */
@ExtendWith(OutputCaptureExtension.class)
class RedisSignalSubscriptionTest {
    private static final int REFUSALS = 3;
    private static final ObservationMetadata OBSERVED =
            new ObservationMetadata(Instant.parse("2026-11-21T08:00:00Z"), "static", Duration.ofHours(1));
    private static final RoundTripTime VALUE = RoundTripTime.ofMicros(5, OBSERVED);

    private final AtomicInteger reads = new AtomicInteger();

    @Test
    void anOutageEndsOnceChangesAreRead(CapturedOutput output) {
        RedisFollowWaitTimes timing =
                new RedisFollowWaitTimes(Duration.ofMillis(1), Duration.ofMillis(1), Duration.ofMillis(2));
        RedisConnectionFactory redis = fake(RedisConnectionFactory.class);
        RedisSignalStore<RoundTripTime> store = new RedisSignalStore<>(
                redis, RoundTripTimeJsonCodec.KIND, timing, Clock.systemUTC(), new SimpleMeterRegistry());
        Recorded heard = new Recorded();
        try (SignalSubscription following = store.follow(heard)) {
            await().until(() -> reads.get() > REFUSALS + 1);
            assertThat(following.connected()).isTrue();
            assertThat(following.trouble()).isEmpty();
        }

        assertThat(lines(output, "Redis is unavailable")).isEqualTo(1);
        assertThat(lines(output, "Redis is back")).isEqualTo(1);
        // All rows are read at the start, and once after each refusal.
        assertThat(heard.names).containsExactly("a", "a", "a", "a");
        assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", VALUE)));
    }

    private static long lines(CapturedOutput output, String text) {
        return output.getAll().lines().filter(line -> line.contains(text)).count();
    }

    private <T> T fake(Class<T> type) {
        return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, this::answer));
    }

    private Object answer(Object proxy, Method method, Object[] arguments) {
        return switch (method.getName()) {
            case "getConnection" -> fake(RedisConnection.class);
            case "serverCommands", "keyCommands", "hashCommands", "streamCommands" -> fake(method.getReturnType());
            case "scan" -> fake(Cursor.class);
            case "forEachRemaining" -> giveKey(arguments[0]);
            case "closePipeline" -> List.of(row());
            case "xRead" -> noChanges();
            default -> null;
        };
    }

    @SuppressWarnings("unchecked")
    private static Object giveKey(Object consumer) {
        byte[] key = RoundTripTimeJsonCodec.KIND.key("a").getBytes(UTF_8);
        ((Consumer<byte[]>) consumer).accept(key);
        return null;
    }

    private static Map<byte[], byte[]> row() {
        byte[] value = RoundTripTimeJsonCodec.KIND.codec().encode(VALUE);
        return Map.of("b".getBytes(UTF_8), value);
    }

    private List<?> noChanges() {
        if (reads.incrementAndGet() <= REFUSALS) {
            throw new RedisSystemException("refused", new IllegalStateException("NOPERM no right to run 'xread'"));
        }
        return List.of();
    }
}
