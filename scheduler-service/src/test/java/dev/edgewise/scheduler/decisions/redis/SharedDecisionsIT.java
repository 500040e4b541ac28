package dev.edgewise.scheduler.decisions.redis;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.common.testing.EmbeddedRedis;
import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import dev.edgewise.scheduler.model.PodKey;
import dev.edgewise.scheduler.pipeline.Decision;
import dev.edgewise.scheduler.pipeline.ScoredNode;
import dev.edgewise.scheduler.pipeline.SignalUse;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

class SharedDecisionsIT {
    @RegisterExtension
    static final EmbeddedRedis REDIS = new EmbeddedRedis();

    private static final SharedDecisions.Limits LIMITS = new SharedDecisions.Limits(1000, 1_000_000);

    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final List<AutoCloseable> open = new ArrayList<>();

    @AfterEach
    void closeAll() throws Exception {
        for (int i = open.size() - 1; i >= 0; i--) {
            open.get(i).close();
        }
    }

    @Test
    void replicasKnowEachOthersDecisions() {
        DecisionHistory mine = history("a");
        DecisionHistory theirs = history("b");
        SharedDecisions leader = started(mine);
        started(theirs);

        leader.record(decision("shared", "n1"));

        DecisionRecord own = mine.last(key("shared"));
        await().untilAsserted(() -> assertThat(theirs.last(key("shared"))).isEqualTo(own));
    }

    @Test
    void aRestartedServiceKnowsWhatWasDecidedBefore() throws Exception {
        SharedDecisions before = started(history("a"));
        before.record(decision("early", "n1"));
        before.close();

        DecisionHistory after = history("c");
        started(after);

        await().untilAsserted(() -> assertThat(after.last(key("early"))).isNotNull());
    }

    @Test
    void withoutRedisDecisionsAreKeptHereAndTheLossIsCounted() {
        DecisionHistory history = history("a");
        SharedDecisions decisions = started(history);
        REDIS.stop();
        try {
            decisions.record(decision("alone", "n1"));

            assertThat(history.last(key("alone"))).isNotNull();
            await().untilAsserted(() -> assertThat(dropped()).isEqualTo(1));
        } finally {
            REDIS.start();
        }

        await().untilAsserted(() -> {
            decisions.record(decision("again", "n2"));
            DecisionHistory other = history("d");
            started(other);
            await().atMost(Duration.ofSeconds(1))
                    .untilAsserted(() -> assertThat(other.last(key("again"))).isNotNull());
        });
    }

    @Test
    void recordingDoesNotWaitForRedis() {
        SharedDecisions decisions = new SharedDecisions(history("a"), connections(), LIMITS, meters);
        // Nobody writes: the queue of 4,096 fills up.
        for (int i = 0; i < 5000; i++) {
            decisions.record(decision("p" + i, "n1"));
        }

        assertThat(dropped()).isEqualTo(5000 - 4096);
    }

    private double dropped() {
        return meters.counter("edgewise.decisions.dropped").count();
    }

    private SharedDecisions started(DecisionHistory history) {
        SharedDecisions decisions = new SharedDecisions(history, connections(), LIMITS, meters);
        open.add(decisions);
        decisions.start();
        return decisions;
    }

    private LettuceConnectionFactory connections() {
        LettuceConnectionFactory connections = new LettuceConnectionFactory(
                new RedisStandaloneConfiguration("127.0.0.1", REDIS.port()),
                LettuceClientConfiguration.builder()
                        .commandTimeout(Duration.ofSeconds(2))
                        .shutdownTimeout(Duration.ZERO)
                        .build());
        connections.afterPropertiesSet();
        connections.start();
        open.add(connections::destroy);
        return connections;
    }

    private static DecisionHistory history(String replica) {
        return new DecisionHistory(10_000, replica, Clock.systemUTC());
    }

    private static PodKey key(String pod) {
        return new PodKey("default", pod);
    }

    private static Decision decision(String pod, String node) {
        return new Decision(
                pod(pod).build(),
                "edgewise",
                Instant.parse("2026-01-01T00:00:00Z"),
                node,
                "Successfully assigned default/" + pod + " to " + node,
                30,
                7,
                Map.of(),
                Set.of(),
                List.of(new ScoredNode(node, List.of(new ScoredNode.Part("Delay", 0.75, 5)), 0.75)),
                List.of(new SignalUse("rtt", "n1", Duration.ofMillis(1500), SignalUse.State.FRESH)));
    }
}
