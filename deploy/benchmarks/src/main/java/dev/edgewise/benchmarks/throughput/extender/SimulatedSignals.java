package dev.edgewise.benchmarks.throughput.extender;

import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.common.PodTypeName;
import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevelThresholds;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.json.RewardJsonCodec;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.redis.RedisFollowWaitTimes;
import dev.edgewise.common.signal.redis.RedisSignalStore;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.testkit.RedisProcess;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Delays, charges and rewards of all nodes, once. */
public final class SimulatedSignals {
    private static final String TYPE = "asked";

    private static final Duration VALID = Duration.ofDays(1);

    private SimulatedSignals() {}

    /**
     * Labels of pods that all of this concerns, as JSON: they need a delay, and have a type with rewards.
     *
     * @param within milliseconds of the delay, 1 to 50; 2 % of the nodes for each
     */
    public static String labels(int within) {
        return "{\"podtype\":\"" + TYPE + "\",\"delay_node-00000\":\"" + within + "\"}";
    }

    /** Publishes all, of these nodes; the first is the one that pods are to be near to. */
    public static void publish(RedisProcess redis, List<String> nodes) {
        LettuceConnectionFactory connections =
                new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", redis.port()));
        connections.afterPropertiesSet();
        connections.start();
        ObservationMetadata now = new ObservationMetadata(Clock.systemUTC().instant(), "benchmark", VALID);
        publish(connections, EnergyReadingJsonCodec.KIND, EnergyReadingJsonCodec.ROW, row(nodes, i -> reading(i, now)));
        publish(
                connections,
                RoundTripTimeJsonCodec.KIND,
                nodes.get(0),
                row(nodes, i -> RoundTripTime.ofMicros(1_000L + i % 50 * 1_000, now)));
        String type = PodTypeName.of(BenchmarkLoad.NAMESPACE, Map.of("podtype", TYPE), "", "");
        publish(connections, RewardJsonCodec.KIND, RewardRowNames.ofType(type), row(nodes, i -> reward(i, now)));
        connections.destroy();
    }

    private static <V> void publish(
            LettuceConnectionFactory connections, SignalKind<V> kind, String row, Map<String, V> values) {
        RedisFollowWaitTimes timing = RedisFollowWaitTimes.within(Duration.ofSeconds(2));
        new RedisSignalStore<>(connections, kind, timing, Clock.systemUTC(), new SimpleMeterRegistry())
                .publish(row, values);
    }

    private static <V> Map<String, V> row(List<String> nodes, IntFunction<V> value) {
        Map<String, V> row = new HashMap<>();
        for (int i = 0; i < nodes.size(); i++) {
            row.put(nodes.get(i), value.apply(i));
        }
        return row;
    }

    /** 40 to 100 %. */
    private static EnergyReading reading(int node, ObservationMetadata now) {
        double percent = 40 + node * 37 % 61;
        return new EnergyReading(EnergyLevelThresholds.DEFAULT.levelOf(percent), percent, now, BatteryFacts.UNKNOWN);
    }

    /** One node in a hundred is in quarantine. */
    private static Reward reward(int node, ObservationMetadata now) {
        QuarantineStatus state = node % 100 == 99 ? QuarantineStatus.QUARANTINED : QuarantineStatus.OPEN;
        return new Reward(node % 10 / 10.0, 5, 0.8, state, now.at(), now);
    }
}
