package dev.edgewise.energy.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.prometheus.Sample;
import dev.edgewise.energy.TestNodes;
import dev.edgewise.testkit.LiveHeap;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PollTest {
    private static final int QUERIES = 10;
    private static final int SAMPLES = 50_000;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final Poll poll =
            new Poll(new NodeResolver(List.of("node"), TestNodes.nodes("a")), new HashMap<>(), Duration.ofMinutes(2));

    @Test
    void ofManyResultsThatAreOfNoNodeOnlyTheNumberIsKept() {
        String query = "avg by (node) (node_power_supply_capacity{power_supply=~\"BAT.*\"})";
        List<Sample> unknown = Collections.nCopies(SAMPLES, new Sample(Map.of("node", "x"), NOW, 50));
        long before = LiveHeap.bytes();
        for (int i = 0; i < QUERIES; i++) {
            assertThat(poll.take(query, unknown, NOW)).isEmpty();
        }
        assertThat(LiveHeap.bytes() - before).isLessThan(1_000_000);
        assertThat(poll.refused()).isEqualTo(QUERIES * SAMPLES);
        assertThat(poll.problem().split("; "))
                .hasSize(4)
                .startsWith(query + ": the series {node=x} names no node of the cluster, or several")
                .endsWith("and 499997 more");
    }

    @Test
    void aQueryWithoutAnAnswerIsReportedAndNotCountedAmongTheResults() {
        poll.failed("first", "no answer");
        poll.take("second", List.of(new Sample(Map.of(), NOW, 50)), NOW);
        assertThat(poll.isGood()).isFalse();
        assertThat(poll.refused()).isOne();
        assertThat(poll.problem())
                .isEqualTo("first: no answer; second: the series without a label of node-labels names no node of the"
                        + " cluster, or several");
    }
}
