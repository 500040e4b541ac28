package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.testing.EmbeddedRedis;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class RedisWriterLockIT {
    private static final byte[] KEY = (Names.WRITER_KEY_PREFIX + "rtt").getBytes(UTF_8);
    private static final Duration LONG = Duration.ofMinutes(1);

    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private LettuceConnectionFactory connections;
    private RedisWriterLock lock;
    private boolean takenOver;

    @BeforeEach
    void connect() {
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .commandTimeout(Duration.ofSeconds(2))
                .build();
        connections = new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()), client);
        connections.afterPropertiesSet();
        connections.start();
        try (var connection = connections.getConnection()) {
            connection.serverCommands().flushAll();
        }
        lock = new RedisWriterLock(connections, RoundTripTimeJsonCodec.KIND);
    }

    @AfterEach
    void close() {
        connections.destroy();
    }

    @Test
    void isHeldByOneUntilThatOneLetsGo() {
        assertThat(lock.hold("a/1", LONG)).isEqualTo("a/1");
        assertThat(lock.hold("b/1", LONG)).isEqualTo("a/1");
        assertThat(lock.hold("a/1", LONG)).as("it is renewed").isEqualTo("a/1");

        assertThat(lock.holder()).contains("a/1");

        lock.release("b/1");
        assertThat(lock.hold("b/1", LONG)).as("not its to release").isEqualTo("a/1");
        lock.release("a/1");
        assertThat(lock.holder()).contains(WriterLock.RELEASED);
        assertThat(lock.hold("b/1", LONG)).isEqualTo("b/1");
        assertThat(lock.holder()).contains("b/1");
    }

    @Test
    void isReleasedWhereTheServerIsFull() {
        lock.hold("a/1", LONG);
        try (var connection = connections.getConnection()) {
            connection.serverCommands().setConfig("maxmemory", "1");
            try {
                lock.release("a/1");

                assertThat(lock.holder()).isEmpty();
            } finally {
                connection.serverCommands().setConfig("maxmemory", "0");
            }
        }
    }

    @Test
    void isRenewedWhereTheServerIsFull() {
        lock.hold("a/1", LONG.dividedBy(2));
        try (var connection = connections.getConnection()) {
            connection.serverCommands().setConfig("maxmemory", "1");
            try {
                assertThat(lock.hold("a/1", LONG)).isEqualTo("a/1");
                assertThat(connection.keyCommands().pTtl(KEY)).isGreaterThan(LONG.toMillis() / 2);
            } finally {
                connection.serverCommands().setConfig("maxmemory", "0");
            }
        }
    }

    @Test
    void thatItWasReleasedIsKnownUntilItWouldHaveExpired() {
        lock.hold("a/1", Duration.ofSeconds(1));
        lock.release("a/1");

        await().atMost(Duration.ofSeconds(20)).until(() -> lock.holder().isEmpty());
    }

    @Test
    void whoDoesNotRenewItLosesIt() {
        lock.hold("a/1", Duration.ofMillis(200));

        await().atMost(Duration.ofSeconds(20))
                .until(() -> lock.hold("b/1", LONG).equals("b/1"));
        assertThat(lock.hold("a/1", LONG)).isEqualTo("b/1");
    }

    @Test
    void renewingProlongsIt() {
        lock.hold("a/1", Duration.ofSeconds(1));
        lock.hold("a/1", LONG);

        try (var connection = connections.getConnection()) {
            Long left = connection.keyCommands().pTtl(KEY);
            assertThat(left).isBetween(LONG.toMillis() / 2, LONG.toMillis());
        }
    }

    @ParameterizedTest(name = "before command {0}")
    @ValueSource(ints = {1, 2})
    void whoLetsGoOfALockThatAnotherTookMeanwhileTakesNothingFromThatOne(int command) {
        lock.hold("a/1", LONG);

        new RedisWriterLock(anotherTakesItBefore(command), RoundTripTimeJsonCodec.KIND).release("a/1");

        assertThat(lock.holder()).isEqualTo(takenOver ? Optional.of("b/1") : Optional.of(WriterLock.RELEASED));
    }

    /** The connections, but for another that takes the lock just before a command, counted from 1, is sent. */
    private RedisConnectionFactory anotherTakesItBefore(int command) {
        AtomicInteger sent = new AtomicInteger();
        return before(RedisConnectionFactory.class, connections, () -> {
            if (sent.incrementAndGet() == command) {
                takenOver = true;
                takeOver();
            }
        });
    }

    private void takeOver() {
        try (var connection = connections.getConnection()) {
            connection.stringCommands().set(KEY, "b/1".getBytes(UTF_8));
        }
    }

    /** Wraps Spring Data's interfaces, also those that its methods return; the others of its methods send commands. */
    private static <T> T before(Class<T> type, T real, Runnable action) {
        return type.cast(
                Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, (proxy, method, arguments) -> {
                    Class<?> part = method.getReturnType();
                    boolean hasCommands = part == RedisConnection.class
                            || part.getSimpleName().endsWith("Commands");
                    if (!hasCommands && type != RedisConnection.class) {
                        action.run();
                    }
                    Object result = method.invoke(real, arguments);
                    return hasCommands ? watched(part, result, action) : result;
                }));
    }

    private static <T> Object watched(Class<T> type, Object real, Runnable action) {
        return before(type, type.cast(real), action);
    }

    @Test
    void withoutRedisNobodyKnows() throws IOException {
        redis.stop();
        try {
            assertThatThrownBy(() -> lock.hold("a/1", LONG))
                    .isInstanceOf(SignalStoreUnavailableException.class)
                    .hasMessageStartingWith("Redis could not say who writes: ");
        } finally {
            redis.start();
        }
    }
}
