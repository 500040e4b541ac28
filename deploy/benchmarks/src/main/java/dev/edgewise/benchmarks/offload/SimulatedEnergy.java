package dev.edgewise.benchmarks.offload;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevelThresholds;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.redis.RedisFollowWaitTimes;
import dev.edgewise.common.signal.redis.RedisSignalStore;
import dev.edgewise.testkit.RedisProcess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * Publishes readings as energy-adapter does: charges of all sizes that move a little; half of the nodes tell what their
 * battery holds and takes in.
 */
final class SimulatedEnergy implements AutoCloseable {
    private static final double CAPACITY_MWH = 20_000;

    private final Clock clock = Clock.systemUTC();
    private final LettuceConnectionFactory connections;
    private final RedisSignalStore<EnergyReading> store;
    private final List<String> nodes;
    private int step;

    SimulatedEnergy(RedisProcess redis, List<String> nodes) {
        this.nodes = nodes;
        connections = new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()));
        connections.afterPropertiesSet();
        connections.start();
        store = new RedisSignalStore<>(
                connections,
                EnergyReadingJsonCodec.KIND,
                RedisFollowWaitTimes.within(Duration.ofSeconds(2)),
                clock,
                new SimpleMeterRegistry());
    }

    void publish() {
        ObservationMetadata now = new ObservationMetadata(clock.instant(), "benchmark", Duration.ofHours(1));
        Map<String, EnergyReading> row = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            double percent = Math.max(0, Math.min(100, i * 37 % 101 + Math.sin(step / 10.0 + i)));
            row.put(
                    nodes.get(i),
                    new EnergyReading(
                            EnergyLevelThresholds.DEFAULT.levelOf(percent), percent, now, battery(i, percent)));
        }
        store.publish(EnergyReadingJsonCodec.ROW, row);
        step++;
    }

    private static BatteryFacts battery(int node, double percent) {
        return node % 2 == 0
                ? BatteryFacts.UNKNOWN
                : new BatteryFacts(CAPACITY_MWH, CAPACITY_MWH * percent / 100, node * 53.0 % 6_000, null);
    }

    @Override
    public void close() {
        connections.destroy();
    }
}
