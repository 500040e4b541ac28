package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.Recorded;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalStoreFullException;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.StoredRows;
import dev.edgewise.common.testing.containers.RedisContainer;
import dev.edgewise.common.testing.containers.RedisSetups;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A small Redis that removes nothing on its own; it is filled last. */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class RedisFullAT extends RedisSetupContract {
    @RegisterExtension
    static final RedisContainer REDIS =
            RedisSetups.plain("--maxmemory 8mb", "--maxmemory-policy noeviction", "--maxmemory-clients 2mb");

    @Override
    protected RedisContainer redis() {
        return REDIS;
    }

    @Test
    @Order(Integer.MAX_VALUE)
    void whenItIsFullItIsReadAndFollowedAndTakesWritesOnceThereIsRoom() {
        Recorded heard = new Recorded();
        SignalSubscription following = follow(heard);

        AtomicInteger rows = new AtomicInteger();
        assertThatThrownBy(() -> {
                    while (rows.get() < 1_000) {
                        store().publish("row-" + rows.incrementAndGet(), row());
                    }
                })
                .isInstanceOf(SignalStoreFullException.class)
                .hasMessageContaining("it is full: give it more maxmemory");

        Map<String, Map<String, RoundTripTime>> held = StoredRows.of(store());
        assertThat(held).hasSizeGreaterThan(10);
        assertThat(following.connected()).isTrue();
        REDIS.cli(REDIS.ports().get(0), "config", "set", "maxmemory", "32mb");
        // It may have been refused half way: the row was written, but followers did not hear of it.
        store().publish("row-" + rows.get(), row());
        await().until(() -> heard.rows.keySet().containsAll(held.keySet()));
        assertThat(heard.rows).containsKey("row-" + rows.get());
    }

    private static Map<String, RoundTripTime> row() {
        Map<String, RoundTripTime> row = new HashMap<>();
        IntStream.range(0, 500).forEach(node -> row.put("node-" + node, micros(node)));
        return row;
    }
}
