package dev.edgewise.common.signal.redis;

import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.WriterLock;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Shares signals with the other services. */
public final class RedisSignalStores implements SignalStores {
    private final RedisConnectionFactory connections;
    private final RedisFollowWaitTimes timing;
    private final Clock clock;
    private final MeterRegistry meters;
    private final Map<String, SignalStore<?>> stores = new ConcurrentHashMap<>();

    public RedisSignalStores(
            RedisConnectionFactory connections, RedisFollowWaitTimes timing, Clock clock, MeterRegistry meters) {
        this.connections = connections;
        this.timing = timing;
        this.clock = clock;
        this.meters = meters;
    }

    /** The name of a kind stands for the type of its values. */
    @Override
    @SuppressWarnings("unchecked")
    public <V> SignalStore<V> of(SignalKind<V> kind) {
        return (SignalStore<V>) stores.computeIfAbsent(
                kind.name(), name -> new RedisSignalStore<>(connections, kind, timing, clock, meters));
    }

    @Override
    public WriterLock writerOf(SignalKind<?> kind) {
        return new RedisWriterLock(connections, kind);
    }
}
