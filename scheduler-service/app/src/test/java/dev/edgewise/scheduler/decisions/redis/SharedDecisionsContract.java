package dev.edgewise.scheduler.decisions.redis;

import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.edgewise.scheduler.decisions.DecisionHistory;
import dev.edgewise.scheduler.decisions.DecisionRecord;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.ScoredNode;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.PodKey;
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
import org.springframework.data.redis.connection.RedisConnectionFactory;

/** Replicas know each other's decisions, with any Redis that they share. */
abstract class SharedDecisionsContract {
    protected static final SharedDecisions.Limits LIMITS = new SharedDecisions.Limits(1000, 1_000_000);

    protected final MeterRegistry meters = new SimpleMeterRegistry();
    protected final List<AutoCloseable> open = new ArrayList<>();

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

    protected final SharedDecisions started(DecisionHistory history) {
        SharedDecisions decisions = new SharedDecisions(history, connections(), LIMITS, meters);
        open.add(decisions);
        decisions.start();
        return decisions;
    }

    /** New connections, closed by {@link #open}. */
    protected abstract RedisConnectionFactory connections();

    protected static DecisionHistory history(String replica) {
        return new DecisionHistory(10_000, replica, Clock.systemUTC());
    }

    protected static PodKey key(String pod) {
        return new PodKey("default", pod);
    }

    protected static Decision decision(String pod, String node) {
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
                List.of(new SignalEvidence("rtt", "n1", Duration.ofMillis(1500), SignalEvidence.State.FRESH)));
    }
}
