package dev.edgewise.scheduler.plugins.delay;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.plugins.delay.MissingMeasurementFinder.UndecidedPair;
import dev.edgewise.scheduler.signals.rtt.Rtt;
import dev.edgewise.scheduler.signals.rtt.RttIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Node a is full; b, c and d are a few ms from it by the last that is known of them. */
class DelayQualityTest {
    private static final Instant NOW = Instant.parse("2026-01-01T01:00:00Z");

    private final ClusterState cluster = new ClusterState(Clock.fixed(NOW, ZoneOffset.UTC));

    @BeforeEach
    void nodes() {
        cluster.putNode(node("a").cordoned().build());
        List.of("b", "c", "d").forEach(name -> cluster.putNode(node(name).build()));
    }

    @Test
    void aPathThatDoesNotAnswerMeetsNoNeed() {
        cluster.change(
                RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", measured(5, 1, 200), "c", measured(30, 0, 200))));

        assertThat(decide(near("20")).message())
                .isEqualTo("0/4 nodes are available: 1 node(s) did not answer a, 1 node(s) had no known round-trip time"
                        + " from a, 1 node(s) were farther than 20 ms from a, 1 node(s) were unschedulable.");
        assertThat(decide(near("30")).node()).isEqualTo("c");
        assertThat(decide(near("20").annotation("edgewise.dev/delay", "loss=1")).node())
                .isNull();
    }

    @Test
    void aPathThatLosesMoreThanTheLimitMeetsNoNeed() {
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with("a", Map.of("b", measured(5, 0.26f, 200), "c", measured(19, 0.25f, 200))));

        assertThat(decide(near("20")).node()).isEqualTo("c");
        assertThat(decide(near("20").annotation("edgewise.dev/delay", "loss=0.1"))
                        .message())
                .contains("2 node(s) answered with a loss above 10 % from a");
        assertThat(decide(near("6").annotation("edgewise.dev/delay", "loss=0.3"))
                        .node())
                .isEqualTo("b");
    }

    @Test
    void aHigherPercentileNeedsSamples() {
        // 19 of 20 samples; an estimate knows nothing of a tail, even if its bound is near
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with(
                        "a", Map.of("b", measured(5, 0, 19), "c", estimated(4, 3, 6), "d", measured(21, 0, 1))));

        assertThat(decide(near("20")).node()).isIn("b", "c");
        assertThat(decide(near("20").annotation("edgewise.dev/delay", "p95")).message())
                .isEqualTo("0/4 nodes are available: 1 node(s) might be within 20 ms of a, but were not measured, 1"
                        + " node(s) might be within 20 ms of a, but were not measured often enough for the p95, 1"
                        + " node(s) were farther than 20 ms from a, 1 node(s) were unschedulable.");
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", measured(5, 0, 20))));
        assertThat(decide(near("20").annotation("edgewise.dev/delay", "p95")).node())
                .isEqualTo("b");
        assertThat(decide(near("20").annotation("edgewise.dev/delay", "p99")).node())
                .isNull();
    }

    @Test
    void whatIsNotMeasuredOftenEnoughIsUndecided() {
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with("a", Map.of("b", measured(5, 0, 99), "c", estimated(4, 3, 6), "d", measured(5, 1, 5))));
        Pod pod = near("20").annotation("edgewise.dev/delay", "p99").build();

        assertThat(MissingMeasurementFinder.of(pod, BuiltInProfiles.edgewise(), cluster.snapshot(), 8))
                .containsExactly(new UndecidedPair("a", "c", 4_000, 100), new UndecidedPair("a", "b", 5_000, 100));
    }

    @Test
    void anOldTimeIsNotJudgedByIfThereIsALimitOfAge() {
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with("a", Map.of("b", new Rtt(5_000, 5_000, 5_000, at("00:20:00"), at("00:29:59")))));
        DelayPlugin halfAnHour = new DelayPlugin(new DelayRules(0.25, 20, 100, Duration.ofMinutes(30)));

        assertThat(reason(halfAnHour, near("20").build())).isEqualTo("node(s) had no recent round-trip time from a");
        assertThat(reason(halfAnHour, near("4").build())).isEqualTo("node(s) were farther than 4 ms from a");
        assertThat(reason(new DelayPlugin(), near("20").build())).isNull();
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with("a", Map.of("b", new Rtt(5_000, 5_000, 5_000, at("00:20:00"), at("00:30:00")))));
        assertThat(reason(halfAnHour, near("20").build())).isNull();
    }

    /** network-probe was removed: its times were valid until an hour and a second ago. */
    @Test
    void timesMeetNeedsForAnHourAfterTheirValidity() {
        DelayPlugin delay = new DelayPlugin(new DelayRules(0.25, 20, 100, Duration.ofHours(1)));
        long anHourAgo = at("00:00:00");
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", validUntil(anHourAgo - 1_000))));
        assertThat(reason(delay, near("20").build())).isEqualTo("node(s) had no recent round-trip time from a");
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", validUntil(anHourAgo))));
        assertThat(reason(delay, near("20").build())).isNull();
    }

    private static Rtt validUntil(long until) {
        return new Rtt(5_000, 5_000, 5_000, until - 600_000, until);
    }

    @Test
    void ofSeveralWaysOneThatAnswersIsEnough() {
        cluster.putPod(pod("web-1").workload("web").runningOn("a").build());
        cluster.putPod(pod("web-2").workload("web").runningOn("d").build());
        cluster.putNode(node("d").cordoned().build());
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", measured(5, 1, 200), "c", measured(5, 1, 200))));
        cluster.change(RttIndex.FACT, rtt -> rtt.with("d", Map.of("b", measured(15, 0, 200))));
        Pod pod = pod("p").label("delay_web", "20").build();

        assertThat(new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1))
                        .decide(pod, cluster.snapshot())
                        .node())
                .isEqualTo("b");
        Snapshot snapshot = cluster.snapshot();
        // 15 of 20 ms, not the 5 ms of the way that is dead
        assertThat(new DelayPlugin().score(pod, snapshot, List.of(snapshot.node("b"))))
                .containsExactly(0.25);
    }

    @Test
    void explanationsSayWhatIsWrongWithATime() {
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with(
                        "a", Map.of("b", measured(5, 1, 7), "c", measured(6, 0.125f, 7), "d", estimated(4, 3, 6))));

        assertThat(said(near("20").build(), "b")).isEqualTo("does not answer; 5 ms (p50) when it did");
        assertThat(said(near("20").build(), "c")).isEqualTo("measured 6 ms (p50), loss 12.5 %");
        Pod tail = near("20").annotation("edgewise.dev/delay", "p95").build();
        assertThat(said(tail, "c")).isEqualTo("measured 6 ms (p95), loss 12.5 %, 7 of at least 20 samples");
        assertThat(said(tail, "d")).isEqualTo("estimated 4 ms, at most 6 ms at 85 %: says nothing of the p95");
    }

    private String reason(DelayPlugin delay, Pod pod) {
        Snapshot snapshot = cluster.snapshot();
        var rejection = delay.prepare(pod, snapshot).check(snapshot.node("b"));
        return rejection == null ? null : rejection.reason();
    }

    private String said(Pod pod, String node) {
        NodeState state = cluster.snapshot().node(node);
        return new DelayPlugin()
                .prepare(pod, cluster.snapshot()).signals(state).stream()
                        .map(SignalEvidence::value)
                        .findFirst()
                        .orElseThrow();
    }

    private Decision decide(TestPods.Builder pod) {
        return new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1))
                .decide(pod.build(), cluster.snapshot());
    }

    private static TestPods.Builder near(String millis) {
        return pod("p").label("delay_a", millis);
    }

    private static long at(String time) {
        return Instant.parse("2026-01-01T" + time + "Z").toEpochMilli();
    }

    private static Rtt measured(long millis, float loss, int samples) {
        long micros = millis * 1_000;
        return new Rtt(micros, micros, micros, loss, samples, NOW.toEpochMilli(), NOW.toEpochMilli() + 1, null);
    }

    private static Rtt estimated(long millis, long lower, long upper) {
        Rtt.Estimate estimate = new Rtt.Estimate(millis * 1_000, lower * 1_000, 85);
        return Rtt.estimated(estimate, upper * 1_000, NOW.toEpochMilli(), NOW.toEpochMilli() + 1);
    }
}
