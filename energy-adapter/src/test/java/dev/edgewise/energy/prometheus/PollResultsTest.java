package dev.edgewise.energy.prometheus;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.prometheus.Sample;
import dev.edgewise.energy.TestNodes;
import dev.edgewise.energy.readings.Measurement;
import dev.edgewise.testkit.LiveHeap;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PollResultsTest {
    private static final int QUERIES = 10;
    private static final int SAMPLES = 50_000;
    private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

    private final PollResults poll = new PollResults(
            new NodeResolver(List.of("node"), TestNodes.nodes("a")),
            new ClusterFilter(""),
            new HashMap<>(),
            Duration.ofMinutes(2));

    @Test
    void ofManyResultsThatAreOfNoNodeOnlyTheNumberIsKept() {
        String query = "avg by (node) (node_power_supply_capacity{power_supply=~\"BAT.*\"})";
        List<Sample> unknown = Collections.nCopies(SAMPLES, new Sample(Map.of("node", "x"), NOW, 50));
        long before = LiveHeap.bytes();
        for (int i = 0; i < QUERIES; i++) {
            poll.take(query, unknown, NOW);
        }
        assertThat(poll.measured()).isEmpty();
        assertThat(LiveHeap.bytes() - before).isLessThan(1_000_000);
        assertThat(poll.refused()).isEqualTo(QUERIES * SAMPLES);
        assertThat(poll.problem().split("; "))
                .hasSize(4)
                .startsWith(query + ": the series {node=x} names no node of the cluster, or several")
                .endsWith("and 499997 more, see GET /api/v1/problems");
        assertThat(poll.problems()).hasSize(500);
    }

    /** Prometheus' clock is a minute ahead of ours: no sample is of the future. */
    @Test
    void aSampleOfTheFutureIsOfNow() {
        Sample ahead = new Sample(Map.of("node", "a"), NOW.plusSeconds(60), 50);
        poll.take("query", List.of(ahead), NOW);
        assertThat(poll.measured()).containsExactly(Map.entry("a", new Measurement(50, NOW, Duration.ofMinutes(2))));
        assertThat(poll.refused()).isZero();
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

    private static Sample sample(double percent) {
        return new Sample(Map.of("node", "a"), NOW, percent);
    }

    private static PollResults poll(Map<String, String> queryOf) {
        return new PollResults(
                new NodeResolver(List.of("node"), TestNodes.nodes("a")),
                new ClusterFilter(""),
                queryOf,
                Duration.ofMinutes(2));
    }

    /** A scraped program can make a metric of any name and say that it is of any node. */
    @Test
    void aQueryThatAnybodyAnswersDoesNotReplaceTheReadingOfAnother() {
        Map<String, String> queryOf = new HashMap<>();
        PollResults before = poll(queryOf);
        before.take("node_power_supply_capacity", List.of(), NOW);
        before.take("battery_charge", List.of(sample(80)), NOW);
        assertThat(before.measured().get("a").percent()).isEqualTo(80);

        PollResults forged = poll(queryOf);
        forged.take("node_power_supply_capacity", List.of(sample(2)), NOW);
        forged.take("battery_charge", List.of(sample(80)), NOW);
        assertThat(forged.measured()).isEmpty();
        assertThat(forged.problem())
                .isEqualTo(
                        "node a: node_power_supply_capacity says 2.0 %, battery_charge says 80.0 %: neither is used; "
                                + "let the queries name the jobs of your exporters");
        assertThat(forged.refused()).isOne();
    }

    /** A query fails, for example, if it has more results than are read, as one program exports very many. */
    @Test
    void aNodeWhoseQueryFailsIsNotHandedToAnEarlierOneEither() {
        Map<String, String> queryOf = new HashMap<>(Map.of("a", "battery_charge"));
        PollResults forged = poll(queryOf);
        forged.take("node_power_supply_capacity", List.of(sample(2)), NOW);
        forged.failed("battery_charge", "more than 50000 results");
        assertThat(forged.measured()).isEmpty();
        assertThat(queryOf).containsEntry("a", "battery_charge");
    }

    /** Two queries of one battery, scraped a moment apart. */
    @Test
    void queriesThatAgreeAreOneReading() {
        PollResults agreed = poll(new HashMap<>());
        agreed.take("first", List.of(sample(80)), NOW);
        agreed.take("second", List.of(sample(75)), NOW);
        assertThat(agreed.measured().get("a").percent()).isEqualTo(80);
        assertThat(agreed.problem()).isEmpty();
    }
}
