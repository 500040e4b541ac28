package dev.edgewise.common.signal.redis;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.Recorded;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStoreContract;
import dev.edgewise.common.signal.SignalStoreUnavailableException;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.StoredRows;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.publish.PublishedSignals;
import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.testing.EmbeddedRedis;
import io.lettuce.core.ClientOptions;
import io.lettuce.core.ClientOptions.DisconnectedBehavior;
import io.lettuce.core.SocketOptions;
import io.lettuce.core.TimeoutOptions;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.lang.reflect.Proxy;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.connection.RedisConnection;
import org.springframework.data.redis.connection.RedisServerCommands;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.stream.MapRecord;
import org.springframework.data.redis.connection.stream.RecordId;
import org.springframework.data.redis.core.RedisCallback;
import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.data.redis.core.script.DefaultRedisScript;

class RedisSignalStoreIT extends SignalStoreContract {
    @RegisterExtension
    static final EmbeddedRedis redis = new EmbeddedRedis();

    private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
    private LettuceConnectionFactory connections;
    private StringRedisTemplate template;
    private SignalStore<RoundTripTime> store;

    @BeforeEach
    void connect() {
        LettuceClientConfiguration client = LettuceClientConfiguration.builder()
                .commandTimeout(Duration.ofSeconds(2))
                .shutdownTimeout(Duration.ZERO)
                .clientOptions(ClientOptions.builder()
                        .disconnectedBehavior(DisconnectedBehavior.REJECT_COMMANDS)
                        .socketOptions(SocketOptions.builder()
                                .connectTimeout(Duration.ofSeconds(1))
                                .build())
                        .timeoutOptions(TimeoutOptions.enabled())
                        .build())
                .build();
        connections = new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()), client);
        connections.afterPropertiesSet();
        connections.start();
        template = new StringRedisTemplate(connections);
        await().ignoreExceptions().until(() -> {
            template.execute((RedisCallback<Object>) connection -> {
                connection.serverCommands().flushAll();
                return null;
            });
            return true;
        });
        RedisFollowWaitTimes timing =
                new RedisFollowWaitTimes(Duration.ofMillis(200), Duration.ofMillis(20), Duration.ofMillis(200));
        store = new RedisSignalStore<>(connections, RoundTripTimeJsonCodec.KIND, timing, Clock.systemUTC(), meters);
    }

    @AfterEach
    void disconnect() {
        closeFollowings();
        connections.destroy();
    }

    @Override
    protected SignalStore<RoundTripTime> store() {
        return store;
    }

    @Test
    void writesVersionedJson() {
        store.publish("a", Map.of("b", new RoundTripTime(12_500, 20_000, 31_000, 0.25, 900, 20, OBSERVED)));

        assertThat(template.opsForHash().get("edgewise:rtt:a", "b"))
                .isEqualTo("{\"v\":2,\"rtt\":[12500,20000,31000,900,20,0.25],\"at\":1795248000000,\"for\":3600000,"
                        + "\"by\":\"static\"}");
    }

    @Test
    void announcesOnlyRealChangesInTheStream() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("a", Map.of("b", micros(1)));
        store.replace("a", Map.of("b", micros(1)));
        store.dropNodes(Set.of("c"));
        store.publish("a", Map.of("b", micros(2)));

        assertThat(template.opsForStream().size("edgewise:changes")).isEqualTo(2);
    }

    @Test
    void ignoresWhatItCannotReadAndCountsIt() {
        store.publish("a", Map.of("b", micros(1), "c", micros(2)));
        template.opsForHash().put("edgewise:rtt:a", "c", "{\"v\":2}");
        template.opsForHash().put("edgewise:rtt:x", "a", "rubbish");
        template.opsForValue().set("edgewise:rtt:y", "no hash");

        assertThat(StoredRows.of(store)).isEqualTo(Map.of("a", Map.of("b", micros(1))));
        assertThat(meters.get("edgewise.signal.unreadable").counter().count()).isEqualTo(3);
    }

    @Test
    void aFollowerReadsAllAgainWhenTheStreamWasLost() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        follow(heard);

        template.opsForHash()
                .put(
                        "edgewise:rtt:b",
                        "a",
                        new String(RoundTripTimeJsonCodec.KIND.codec().encode(micros(3)), UTF_8));
        template.delete("edgewise:changes");

        await().untilAsserted(() -> assertThat(heard.rows.get("b")).isEqualTo(Map.of("a", micros(3))));
    }

    @Test
    void aWriterDeletesAStreamThatTakesNoMoreEntries() {
        store.publish("a", Map.of("b", micros(1)));
        Recorded heard = new Recorded();
        follow(heard);
        exhaust();

        store.publish("a", Map.of("b", micros(2)));
        await().untilAsserted(() -> assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(2)))));
        store.publish("c", Map.of("b", micros(3)));
        await().untilAsserted(() ->
                assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(2)), "c", Map.of("b", micros(3)))));
        assertThat(template.opsForStream().size("edgewise:changes")).isEqualTo(2);
    }

    /** Simulates a writer that may not delete the stream: nothing is announced. */
    @Test
    void aFollowerReadsAllRowsWhileTheStreamTakesNoMoreEntries() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("c", Map.of("b", micros(1)));
        Recorded heard = new Recorded();
        follow(heard);
        exhaust();

        for (int i = 2; i <= 3; i++) {
            RoundTripTime next = micros(i);
            String text = new String(RoundTripTimeJsonCodec.KIND.codec().encode(next), UTF_8);
            template.opsForHash().put("edgewise:rtt:a", "b", text);
            await().untilAsserted(() -> assertThat(heard.rows.get("a")).isEqualTo(Map.of("b", next)));
        }
        template.delete("edgewise:rtt:c");
        await().untilAsserted(() -> assertThat(heard.rows).containsOnlyKeys("a"));
        assertThat(heard.lost).isEmpty();
    }

    /** 2^63 milliseconds: the sign of a long. */
    @Test
    void aChangeIsHeardAfterAnEntryOfTheFarFuture() {
        store.publish("a", Map.of("b", micros(1)));
        Recorded heard = new Recorded();
        follow(heard);
        add("9223372036854775808-0");

        store.publish("a", Map.of("b", micros(2)));
        await().untilAsserted(() -> assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(2)))));
        assertThat(template.opsForStream().size("edgewise:changes")).isEqualTo(3);
    }

    private void exhaust() {
        add("18446744073709551615-18446744073709551615");
    }

    private void add(String id) {
        template.opsForStream()
                .add(MapRecord.create("edgewise:changes", Map.of("key", "x")).withId(RecordId.of(id)));
    }

    @Test
    void whatIsLostWithTheStreamStaysKnownAndIsNamed() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        follow(heard);

        flushAll();

        await().untilAsserted(() -> assertThat(heard.lost).containsExactlyInAnyOrder("a", "b"));
        assertThat(heard.rows).containsOnlyKeys("a", "b");
        store.publish("a", Map.of("b", micros(3)));
        await().untilAsserted(() ->
                assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(3)), "b", Map.of("a", micros(2)))));
    }

    /** The follower looks only when the next row has been written. */
    @Test
    void whatIsLostWithTheStreamIsNotTakenForDeletedWhereAnotherStreamHasBegun() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        RowFollower<RoundTripTime> follower = new RowFollower<>(
                RoundTripTimeJsonCodec.KIND,
                new RedisRows<>(RoundTripTimeJsonCodec.KIND, meters),
                heard,
                Duration.ofMillis(1));
        template.execute(reads(follower));

        flushAll();
        store.publish("a", Map.of("b", micros(3)));
        template.execute((RedisCallback<Boolean>) connection -> {
            follower.readChanges(connection);
            return true;
        });

        assertThat(heard.lost).containsExactly("b");
        assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(3)), "b", Map.of("a", micros(2))));
    }

    @Test
    void aWriterHearsOnceThatAllWasLost() {
        assertThat(store.consumeDataLoss()).isFalse();
        store.replace("a", Map.of("b", micros(1)));
        assertThat(store.consumeDataLoss()).isFalse();
        flushAll();
        assertThat(store.consumeDataLoss()).isTrue();
        assertThat(store.consumeDataLoss()).isFalse();
    }

    @Test
    void aWriterHearsOfALossThatItsNextWritesCouldHide() {
        store.publish("a", Map.of("b", micros(1)));
        flushAll();
        store.publish("c", Map.of("d", micros(2)));
        assertThat(store.consumeDataLoss()).as("another row was written").isTrue();

        store.publish("c", Map.of("d", micros(2)));
        flushAll();
        store.publish("c", Map.of("d", micros(3)));
        assertThat(store.consumeDataLoss()).as("the same field was written").isTrue();

        store.replace("c", Map.of("e", micros(4)));
        flushAll();
        store.publish("c", Map.of("f", micros(5)));
        assertThat(store.consumeDataLoss()).as("another field was written").isTrue();
        assertThat(store.consumeDataLoss()).isFalse();
    }

    @Test
    void aWriterHearsOfALossOfTheFirstOrTheLastThatItWrote() {
        for (String lost : List.of("first", "last")) {
            store.publish("first", Map.of("b", micros(1)));
            store.publish("between", Map.of("b", micros(1)));
            store.publish("last", Map.of("b", micros(1)));
            assertThat(store.consumeDataLoss()).isFalse();
            template.delete(RoundTripTimeJsonCodec.KIND.key(lost));
            assertThat(store.consumeDataLoss()).as(lost).isTrue();
            assertThat(store.consumeDataLoss()).isFalse();
        }
    }

    @Test
    void aServiceWritesAllAgainWithinSeconds() {
        SignalStores stores = new SignalStores() {
            @Override
            @SuppressWarnings("unchecked")
            public <V> SignalStore<V> of(SignalKind<V> kind) {
                return (SignalStore<V>) store;
            }

            @Override
            public WriterLock writerOf(SignalKind<?> kind) {
                throw new IllegalStateException("the leader writes");
            }
        };
        PublishedSignals<RoundTripTime> published =
                new PublishedSignals<>(RoundTripTimeJsonCodec.KIND, stores, WriterElection.of(() -> true), meters);
        for (int i = 0; i < 300; i++) {
            published.put("row-" + i, "b", micros(i + 1));
        }
        published.start();
        try {
            flushAll();
            // One row a second would take five minutes.
            await().atMost(Duration.ofSeconds(60))
                    .until(() -> StoredRows.of(store).size() == 300);
        } finally {
            published.stop();
        }
    }

    @Test
    void whatAWriterDeletesItselfIsNotLost() {
        store.publish("a", Map.of("b", micros(1)));
        store.dropNodes(Set.of("b"));
        assertThat(store.consumeDataLoss()).isFalse();
        store.publish("a", Map.of("c", micros(1)));
        store.replace("a", Map.of());
        assertThat(store.consumeDataLoss()).isFalse();
    }

    /** Simulates a former master that is a replica now, behind the same address. */
    @Test
    void aServerThatTakesNoWritesAnyMoreIsConnectedToAgain() {
        store.publish("a", Map.of("b", micros(1)));
        long before = clients();
        template.execute((RedisCallback<Object>) connection -> {
            connection.serverCommands().replicaOf("127.0.0.1", 1);
            return null;
        });
        try {
            assertThatThrownBy(() -> store.publish("a", Map.of("b", micros(2))))
                    .isInstanceOf(SignalStoreUnavailableException.class)
                    .hasMessageContaining("it is a replica, which takes no writes");
            assertThat(clients()).isGreaterThan(before);
        } finally {
            template.execute((RedisCallback<Object>) connection -> {
                connection.serverCommands().replicaOfNoOne();
                return null;
            });
        }
        store.publish("a", Map.of("b", micros(2)));
        assertThat(StoredRows.of(store)).isEqualTo(Map.of("a", Map.of("b", micros(2))));
    }

    /** How many connections there have been so far. */
    private long clients() {
        Properties stats = template.execute((RedisCallback<Properties>)
                connection -> connection.serverCommands().info("stats"));
        return Long.parseLong(stats.getProperty("total_connections_received"));
    }

    private void flushAll() {
        template.execute((RedisCallback<Object>) connection -> {
            connection.serverCommands().flushAll();
            return null;
        });
    }

    @Test
    void aFollowerReadsAllAgainWhenEntriesWereTrimmedBeforeItSawThem() {
        store.publish("a", Map.of("b", micros(1)));
        Recorded heard = new Recorded();
        follow(heard);

        // What a burst looks like that trims its own entries: the hash changed, and only a later entry is left. In one
        // step, or the follower may read the later entry before the trim and find no gap.
        template.execute(
                new DefaultRedisScript<>(
                        """
                        redis.call('HDEL', 'edgewise:rtt:a', 'b')
                        for i = 1, 10000 do
                          redis.call('XADD', 'edgewise:changes', '*', 'key', 'edgewise:energy')
                        end
                        redis.call('XTRIM', 'edgewise:changes', 'MAXLEN', '10000')
                        return 1
                        """,
                        Long.class),
                List.of());

        await().untilAsserted(() -> assertThat(heard.rows).isEmpty());
    }

    @Test
    void whileRedisIsAwayCallsFailByNameAndFollowersKeepWhatTheyKnow() {
        store.publish("a", Map.of("b", micros(1)));
        Recorded heard = new Recorded();
        SignalSubscription following = follow(heard);
        Instant connectedSince = following.since();

        redis.stop();
        await().until(() -> !following.connected());

        assertThatThrownBy(() -> store.publish("a", Map.of("b", micros(2))))
                .isInstanceOf(SignalStoreUnavailableException.class)
                .hasMessageStartingWith("Redis could not write the signal rtt: ");
        assertThatThrownBy(() -> StoredRows.of(store)).isInstanceOf(SignalStoreUnavailableException.class);
        assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(1))));
        assertThat(following.since()).isAfter(connectedSince);

        redis.start();
        await().ignoreExceptions().untilAsserted(() -> {
            store.publish("a", Map.of("b", micros(2)));
            assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(2))));
        });
        // Listeners hear the rows before the reading is complete.
        await().until(following::connected);
    }

    @Test
    void whatARestartLosesStaysKnownAndIsNamed() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        follow(heard);

        redis.stop();
        redis.deleteData();
        redis.start();

        await().untilAsserted(() -> assertThat(heard.lost).containsExactlyInAnyOrder("a", "b"));
        store.publish("a", Map.of("b", micros(3)));
        // The stream now begins after the follower's place, and all is read again: b is lost still, not deleted.
        await().untilAsserted(() ->
                assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(3)), "b", Map.of("a", micros(2)))));
    }

    @Test
    void whatWasDeletedBeforeARestartIsGoneAndNotLost() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        RowFollower<RoundTripTime> follower = new RowFollower<>(
                RoundTripTimeJsonCodec.KIND,
                new RedisRows<>(RoundTripTimeJsonCodec.KIND, meters),
                heard,
                Duration.ofMillis(1));
        template.execute(reads(follower));

        store.replace("a", Map.of());
        redis.stop();
        redis.start();

        await().ignoreExceptions().until(() -> template.execute(reads(follower)));
        assertThat(heard.rows).isEqualTo(Map.of("b", Map.of("a", micros(2))));
        assertThat(heard.lost).isEmpty();
    }

    @Test
    void whatARestartLosesIsNotTakenForDeletedWhereReadingBreaksOff() {
        store.publish("a", Map.of("b", micros(1)));
        Recorded heard = new Recorded();
        RowFollower<RoundTripTime> follower = new RowFollower<>(
                RoundTripTimeJsonCodec.KIND,
                new RedisRows<>(RoundTripTimeJsonCodec.KIND, meters),
                heard,
                Duration.ofMillis(1));
        template.execute(reads(follower));

        redis.stop();
        redis.deleteData();
        redis.start();
        await().ignoreExceptions().until(() -> "PONG".equals(template.execute(RedisConnection::ping)));
        assertThatThrownBy(() -> template.execute((RedisCallback<Boolean>) connection -> {
                    follower.readAll(withoutKeys(connection));
                    return true;
                }))
                .hasMessageContaining("broken off");
        template.execute(reads(follower));

        assertThat(heard.lost).containsExactly("a");
        assertThat(heard.rows).containsOnlyKeys("a");
    }

    @Test
    void whatOneServerOfSeveralLosesIsNotTakenForDeleted() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        RowFollower<RoundTripTime> follower = new RowFollower<>(
                RoundTripTimeJsonCodec.KIND,
                new RedisRows<>(RoundTripTimeJsonCodec.KIND, meters),
                heard,
                Duration.ofMillis(1));
        template.execute(readsFrom(follower, "server-1", "server-2"));

        // The stream, on the first server, is whole.
        template.delete("edgewise:rtt:b");
        template.execute(readsFrom(follower, "server-1", "server-3"));

        assertThat(heard.lost).containsExactly("b");
        assertThat(heard.rows).containsOnlyKeys("a", "b");
    }

    private static RedisCallback<Boolean> readsFrom(RowFollower<RoundTripTime> follower, String... servers) {
        Properties info = new Properties();
        for (String server : servers) {
            info.setProperty(info.size() + ".run_id", server);
        }
        return connection -> {
            follower.readAll(answering(connection, info));
            return true;
        };
    }

    /** A connection to several servers, which say this of themselves. */
    private static RedisConnection answering(RedisConnection connection, Properties info) {
        Object commands = Proxy.newProxyInstance(
                RedisConnection.class.getClassLoader(),
                new Class<?>[] {RedisServerCommands.class},
                (proxy, method, arguments) -> info);
        return (RedisConnection) Proxy.newProxyInstance(
                RedisConnection.class.getClassLoader(),
                new Class<?>[] {RedisConnection.class},
                (proxy, method, arguments) ->
                        method.getName().equals("serverCommands") ? commands : method.invoke(connection, arguments));
    }

    @Test
    void aChangeThatWasNotAnnouncedIsHeardOfWhenTheNextWriterTakesOver() {
        store.publish("a", Map.of("b", micros(1)));
        store.publish("b", Map.of("a", micros(2)));
        Recorded heard = new Recorded();
        follow(heard);
        // As by a writer that was killed before it announced them.
        template.opsForHash()
                .put(
                        "edgewise:rtt:a",
                        "b",
                        new String(RoundTripTimeJsonCodec.KIND.codec().encode(micros(3)), UTF_8));
        template.delete("edgewise:rtt:b");

        store.announceAll();

        await().untilAsserted(() -> assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(3)))));
    }

    /** A connection that breaks off where the names of the rows are read. */
    private static RedisConnection withoutKeys(RedisConnection connection) {
        return (RedisConnection) Proxy.newProxyInstance(
                RedisConnection.class.getClassLoader(),
                new Class<?>[] {RedisConnection.class},
                (proxy, method, arguments) -> {
                    if (method.getName().equals("keyCommands")) {
                        throw new RedisConnectionFailureException("broken off");
                    }
                    return method.invoke(connection, arguments);
                });
    }

    private static RedisCallback<Boolean> reads(RowFollower<RoundTripTime> follower) {
        return connection -> {
            follower.readAll(connection);
            return true;
        };
    }

    @Test
    void followingStartsWhileRedisIsAwayAndConnectsLater() {
        store.publish("a", Map.of("b", micros(1)));
        redis.stop();
        Recorded heard = new Recorded();
        try (SignalSubscription following = store.follow(heard)) {
            assertThat(following.connected()).isFalse();

            redis.start();

            await().until(following::connected);
            assertThat(heard.rows).isEqualTo(Map.of("a", Map.of("b", micros(1))));
        }
    }

    @Test
    void allPairsOf490NodesAreWrittenAndRead() {
        Map<String, RoundTripTime> row = new HashMap<>();
        for (int to = 0; to < 490; to++) {
            row.put("node-" + to, micros(to));
        }
        for (int from = 0; from < 490; from++) {
            store.replace("node-" + from, row);
        }
        assertThat(StoredRows.of(store)).hasSize(490).allSatisfy((from, values) -> assertThat(values)
                .hasSize(490));
    }
}
