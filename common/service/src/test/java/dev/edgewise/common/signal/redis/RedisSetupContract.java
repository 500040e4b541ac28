package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreContract;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.StoredRows;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.testing.containers.ConnectedService;
import dev.edgewise.common.testing.containers.RedisContainer;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/**
 * Contract of every setup of Redis: the store's contract and the writer's lock, by what a service sets up on its own.
 */
abstract class RedisSetupContract extends SignalStoreContract {
    private static ConfigurableApplicationContext service;

    private SignalStores stores;

    protected abstract RedisContainer redis();

    @BeforeEach
    void connectAndEmpty() {
        if (service == null) {
            service = ConnectedService.start(redis().properties());
        }
        stores = service.getBean(SignalStores.class);
        StoredRows.of(store()).keySet().forEach(row -> store().replace(row, Map.of()));
    }

    @AfterAll
    static void disconnect() {
        if (service != null) {
            service.close();
            service = null;
        }
    }

    @Override
    protected final SignalStore<RoundTripTime> store() {
        return stores.of(RoundTripTimeJsonCodec.KIND);
    }

    @Test
    void oneAtATimeWrites() {
        WriterLock lock = stores.writerOf(RoundTripTimeJsonCodec.KIND);

        assertThat(lock.hold("a/1", Duration.ofMinutes(1))).isEqualTo("a/1");
        assertThat(lock.hold("b/1", Duration.ofMinutes(1))).isEqualTo("a/1");
        assertThat(lock.holder()).contains("a/1");

        lock.release("a/1");
        assertThat(lock.holder()).contains(WriterLock.RELEASED);
    }
}
