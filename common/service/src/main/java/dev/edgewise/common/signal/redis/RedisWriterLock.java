package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.WriterLock;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.ReturnType;

/**
 * A {@link WriterLock} as a key of Redis that expires. Redis measures the time, so no clocks are compared; and who
 * holds the key is looked at and acted upon in one step, as it may expire, and be taken by another, at any moment.
 */
public final class RedisWriterLock implements WriterLock {
    private static final byte[] HOLD = script(
            """
            local holder = redis.call('get', KEYS[1])
            if not holder or holder == '' then
              redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
              return ARGV[1]
            end
            if holder == ARGV[1] then
              redis.call('pexpire', KEYS[1], ARGV[2])
            end
            return holder
            """);

    /**
     * Leaves the empty name until the lock would have expired; a full server takes nothing, but lets the key be
     * deleted.
     */
    private static final byte[] RELEASE = script(
            """
            if redis.call('get', KEYS[1]) == ARGV[1] then
              if redis.pcall('set', KEYS[1], '', 'keepttl')['err'] then
                redis.call('del', KEYS[1])
              end
              return 1
            end
            return 0
            """);

    private final RedisConnectionFactory connections;
    private final byte[] key;

    /** @param kind what its holder writes */
    public RedisWriterLock(RedisConnectionFactory connections, SignalKind<?> kind) {
        this.connections = connections;
        this.key = (Names.WRITER_KEY_PREFIX + kind.name()).getBytes(UTF_8);
    }

    @Override
    public String hold(String identity, Duration time) {
        return new String(run(HOLD, ReturnType.VALUE, identity, Long.toString(time.toMillis())), UTF_8);
    }

    @Override
    public Optional<String> holder() {
        return call(connection ->
                Optional.ofNullable(connection.stringCommands().get(key)).map(value -> new String(value, UTF_8)));
    }

    @Override
    public void release(String identity) {
        this.<Long>run(RELEASE, ReturnType.INTEGER, identity);
    }

    private <T> T run(byte[] script, ReturnType type, String... arguments) {
        byte[][] keyAndArguments = Stream.concat(
                        Stream.of(key), Stream.of(arguments).map(each -> each.getBytes(UTF_8)))
                .toArray(byte[][]::new);
        return call(connection ->
                Objects.requireNonNull(connection.scriptingCommands().eval(script, type, 1, keyAndArguments)));
    }

    private static byte[] script(String text) {
        return text.getBytes(UTF_8);
    }

    private <T> T call(Function<RedisConnection, T> work) {
        return RedisFailureDescription.call(connections, "say who writes", work);
    }
}
