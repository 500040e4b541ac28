package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.edgewise.common.Names;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStoreFullException;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.WriterLock;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.dao.DataAccessException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.SetCondition;
import org.springframework.data.redis.core.types.Expiration;

/** A {@link WriterLock} as a key of Redis that expires. Redis measures the time, so no clocks are compared. */
public final class RedisWriterLock implements WriterLock {
    private final RedisConnectionFactory connections;
    private final byte[] key;

    /** @param kind what its holder writes */
    public RedisWriterLock(RedisConnectionFactory connections, SignalKind<?> kind) {
        this.connections = connections;
        this.key = (Names.WRITER_KEY_PREFIX + kind.name()).getBytes(UTF_8);
    }

    @Override
    public String hold(String identity, Duration time) {
        byte[] own = identity.getBytes(UTF_8);
        return call(connection -> {
            Boolean taken = connection
                    .stringCommands()
                    .set(key, own, SetCondition.ifAbsent(), Expiration.milliseconds(time.toMillis()));
            if (Boolean.TRUE.equals(taken)) {
                return identity;
            }
            String holder = holder(connection);
            if (identity.equals(holder)) {
                // Should it expire in between and another take it, that one's time is renewed, and the next call tells.
                connection.keyCommands().pExpire(key, time.toMillis());
            }
            return holder == null ? "" : holder;
        });
    }

    @Override
    public Optional<String> holder() {
        return call(connection -> Optional.ofNullable(holder(connection)));
    }

    @Override
    public void release(String identity) {
        call(connection -> {
            if (identity.equals(holder(connection))) {
                connection.keyCommands().del(key);
            }
            return true;
        });
    }

    private @Nullable String holder(RedisConnection connection) {
        byte[] value = connection.stringCommands().get(key);
        return value == null ? null : new String(value, UTF_8);
    }

    private <T> T call(Function<RedisConnection, T> work) {
        try (RedisConnection connection = connections.getConnection()) {
            return work.apply(connection);
        } catch (DataAccessException e) {
            String message = "Redis could not say who writes: " + RedisTrouble.describe(e);
            throw RedisTrouble.isFull(e)
                    ? new SignalStoreFullException(message, e)
                    : new SignalStoreUnavailableException(message, e);
        }
    }
}
