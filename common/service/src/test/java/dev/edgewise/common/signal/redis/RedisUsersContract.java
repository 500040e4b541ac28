package dev.edgewise.common.signal.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalKind;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.SignalSubscription;
import dev.edgewise.common.signal.StoredRows;
import dev.edgewise.common.signal.WriterLock;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.signal.json.EnergyReadingJsonCodec;
import dev.edgewise.common.signal.json.RewardJsonCodec;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.common.testing.containers.ConnectedService;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;

/** The requests of each service to Redis, as its user of the manifests: a command or a key that it lacks fails here. */
abstract class RedisUsersContract {
    private static final Duration SOON = Duration.ofMinutes(1);
    private static final ObservationMetadata SEEN =
            new ObservationMetadata(Instant.parse("2026-11-28T08:00:00Z"), "agents", Duration.ofMinutes(5));
    private static final RoundTripTime TIME = new RoundTripTime(1_000, 1_200, 1_500, 0, 100, 100, SEEN);
    private static final EnergyReading READING = new EnergyReading(EnergyLevel.WELL_POWERED, 80, SEEN);

    private static final Reward REWARD = new Reward(0.9, 12, 0.8, QuarantineStatus.OPEN, SEEN.at(), SEEN);

    private final Map<String, ConfigurableApplicationContext> services = new HashMap<>();

    /** The properties of a service in the manifests. */
    abstract List<String> properties(String service);

    @AfterEach
    void disconnect() {
        services.values().forEach(ConfigurableApplicationContext::close);
    }

    @Test
    void networkProbeWritesRoundTripTimesForWhoPlacesPods() {
        isShared(RoundTripTimeJsonCodec.KIND, "edge-1", TIME, "network-probe", List.of("scheduler-service"));
    }

    @Test
    void energyAdapterWritesReadingsForWhoPlacesAndMovesPods() {
        List<String> followers = List.of("scheduler-service", "function-offloader");
        isShared(EnergyReadingJsonCodec.KIND, EnergyReadingJsonCodec.ROW, READING, "energy-adapter", followers);
    }

    @Test
    void rewardMonitorWritesRewardsForWhoPlacesPodsAndForItsOtherReplica() {
        List<String> followers = List.of("scheduler-service", "reward-monitor");
        isShared(RewardJsonCodec.KIND, RewardRowNames.NODES, REWARD, "reward-monitor", followers);
    }

    @Test
    void networkProbeHoldsTheLockOfItsWriter() {
        WriterLock lock = stores("network-probe").writerOf(RoundTripTimeJsonCodec.KIND);

        assertThat(lock.hold("a/1", Duration.ofMinutes(1))).isEqualTo("a/1");
        assertThat(lock.holder()).contains("a/1");
        lock.release("a/1");
        assertThat(lock.holder()).contains(WriterLock.RELEASED);
    }

    private <V> void isShared(SignalKind<V> kind, String row, V value, String writer, List<String> followers) {
        List<SignalSubscription> followings = new ArrayList<>();
        Map<String, Map<String, V>> heard = new ConcurrentHashMap<>();
        try {
            for (String follower : followers) {
                followings.add(stores(follower).of(kind).follow((changed, values) -> {
                    if (changed.equals(row)) {
                        heard.put(follower, values);
                    }
                }));
            }
            followings.forEach(each -> await().atMost(SOON).until(each::connected));
            SignalStore<V> store = stores(writer).of(kind);

            store.publish(row, Map.of("a", value));
            store.replace(row, Map.of("b", value));
            store.announceAll();

            assertThat(StoredRows.of(store)).isEqualTo(Map.of(row, Map.of("b", value)));
            followers.forEach(each -> await().atMost(SOON)
                    .untilAsserted(() -> assertThat(heard.get(each)).isEqualTo(Map.of("b", value))));
            store.replace(row, Map.of());
            followers.forEach(each -> await().atMost(SOON)
                    .untilAsserted(() -> assertThat(heard.get(each)).isEmpty()));
        } finally {
            followings.forEach(SignalSubscription::close);
        }
    }

    private SignalStores stores(String service) {
        return services.computeIfAbsent(service, name -> ConnectedService.start(properties(name)))
                .getBean(SignalStores.class);
    }
}
