package dev.edgewise.scheduler.signals;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.signal.SignalFollower;
import dev.edgewise.common.signal.SignalStore;
import dev.edgewise.common.signal.SignalStores;
import dev.edgewise.common.signal.json.RoundTripTimeJsonCodec;
import dev.edgewise.common.signal.redis.RedisFollowWaitTimes;
import dev.edgewise.common.signal.redis.RedisSignalStores;
import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/** Sixty nodes, ten sites: all reach the cloud, sites do not reach each other any more, as Redis tells it. */
class DeadPathsIT {
    private static final int NODES = 60;
    private static final int SITES = 10;
    private static final int CLOUD = 0;
    private static final ObservationMetadata SEEN =
            new ObservationMetadata(Instant.now(), "agents", Duration.ofMinutes(10));

    @RegisterExtension
    static final EmbeddedRedis REDIS = new EmbeddedRedis();

    private final ClusterState cluster = new ClusterState(Clock.systemUTC());
    private final AtomicBoolean caughtUp = new AtomicBoolean();
    private LettuceConnectionFactory connections;
    private SignalStore<RoundTripTime> store;
    private SignalFollower<RoundTripTime> follower;

    @BeforeEach
    void publish() {
        connections = new LettuceConnectionFactory("127.0.0.1", REDIS.port());
        connections.afterPropertiesSet();
        connections.start();
        SignalStores stores = new RedisSignalStores(
                connections,
                new RedisFollowWaitTimes(Duration.ofMillis(200), Duration.ofMillis(5), Duration.ofMillis(20)),
                Clock.systemUTC(),
                new SimpleMeterRegistry());
        store = stores.of(RoundTripTimeJsonCodec.KIND);
        for (int from = 0; from < NODES; from++) {
            cluster.putNode(node(name(from)).build());
            Map<String, RoundTripTime> row = new HashMap<>();
            for (int to = 0; to < NODES; to++) {
                if (to != from) {
                    row.put(name(to), time(from, to));
                }
            }
            store.publish(name(from), row);
        }
        follower = new SignalFollower<>(
                RoundTripTimeJsonCodec.KIND,
                stores,
                new RttRowListener(change -> cluster.change(RttIndex.FACT, change)));
        follower.start().caughtUp().thenRun(() -> caughtUp.set(true));
        await().untilTrue(caughtUp);
    }

    @AfterEach
    void close() {
        follower.close();
        connections.destroy();
    }

    @Test
    void noNeedIsMetOverPairsThatDoNotAnswer() {
        for (int from = 0; from < NODES; from++) {
            Decision decision = decide(from, "p50");

            // 5 ms to every node, by the last answer; only its own site and the cloud answer
            int chosen = Integer.parseInt(decision.node().substring(1));
            assertThat(chosen % SITES).isIn(from % SITES, CLOUD);
            assertThat(decision.feasible()).isEqualTo(from % SITES == CLOUD ? 60 : 12);
        }
    }

    @Test
    void aPathThatComesBackCountsAgain() {
        store.publish(name(1), Map.of(name(2), new RoundTripTime(5_000, 5_000, 5_000, 0, 1, 200, SEEN)));

        await().untilAsserted(() -> assertThat(decide(1, "p99").feasible()).isEqualTo(13));
    }

    private Decision decide(int from, String annotation) {
        return new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(from))
                .decide(
                        pod("p").label("delay_" + name(from), "20")
                                .annotation("edgewise.dev/delay", annotation)
                                .build(),
                        cluster.snapshot());
    }

    private static RoundTripTime time(int from, int to) {
        boolean reached = from % SITES == to % SITES || from % SITES == CLOUD || to % SITES == CLOUD;
        return new RoundTripTime(5_000, 5_000, 5_000, reached ? 0 : 1, 1, 200, SEEN);
    }

    private static String name(int node) {
        return "n" + node;
    }
}
