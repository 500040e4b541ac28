package dev.edgewise.training;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.redis.RedisFollowWaitTimes;
import dev.edgewise.common.signal.redis.RedisSignalStore;
import dev.edgewise.testkit.RedisProcess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** A Redis of this machine's own that asks for a password, as the one of the manifests does. */
final class TrainingRedis implements AutoCloseable {
    private static final String PASSWORD = "training";

    private final RedisProcess server = RedisProcess.start("requirepass " + PASSWORD);

    /** Properties with which a service reaches it. */
    Map<String, String> environment() {
        return Map.of(
                "SPRING_DATA_REDIS_HOST",
                "127.0.0.1",
                "SPRING_DATA_REDIS_PORT",
                Integer.toString(server.port()),
                "SPRING_DATA_REDIS_PASSWORD",
                PASSWORD);
    }

    /** Publishes a round-trip time for each pair of nodes: 1 ms for each place between them in the list. */
    void publishTimes(List<String> nodes) {
        publish(RoundTripTimeJsonCodec.KIND, (store, now) -> {
            for (int from = 0; from < nodes.size(); from++) {
                Map<String, RoundTripTime> row = new HashMap<>();
                for (int to = 0; to < nodes.size(); to++) {
                    row.put(nodes.get(to), RoundTripTime.ofMicros(Math.abs(from - to) * 1000L, now));
                }
                store.publish(nodes.get(from), row);
            }
        });
    }

    /**
     * Publishes charges of all sizes, which change from step to step; half of the nodes tell what their battery holds
     * and takes in.
     */
    void publishCharge(List<String> nodes, int step) {
        publish(EnergyReadingJsonCodec.KIND, (store, now) -> {
            Map<String, EnergyReading> row = new HashMap<>();
            for (int i = 0; i < nodes.size(); i++) {
                double percent = (i * 37 + step * 11) % 101;
                BatteryFacts battery = i % 2 == 0
                        ? BatteryFacts.UNKNOWN
                        : new BatteryFacts(20_000.0, 200 * percent, i * 53.0 % 6_000, null);
                EnergyLevel level = EnergyLevel.values()[(int) percent / 26];
                row.put(nodes.get(i), new EnergyReading(level, percent, now, battery));
            }
            store.publish(EnergyReadingJsonCodec.ROW, row);
        });
    }

    private <T> void publish(SignalKind<T> kind, BiConsumer<RedisSignalStore<T>, ObservationMetadata> published) {
        RedisStandaloneConfiguration where = new RedisStandaloneConfiguration("127.0.0.1", server.port());
        where.setPassword(PASSWORD);
        LettuceConnectionFactory connections = new LettuceConnectionFactory(where);
        connections.afterPropertiesSet();
        connections.start();
        try {
            Clock clock = Clock.systemUTC();
            RedisSignalStore<T> store = new RedisSignalStore<>(
                    connections,
                    kind,
                    RedisFollowWaitTimes.within(Duration.ofSeconds(2)),
                    clock,
                    new SimpleMeterRegistry());
            published.accept(store, new ObservationMetadata(clock.instant(), "training", Duration.ofDays(1)));
        } finally {
            connections.destroy();
        }
    }

    @Override
    public void close() {
        server.close();
    }
}
