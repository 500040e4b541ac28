package dev.edgewise.scheduler.plugins.delay;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

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
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Four nodes in a line: a, b 10 ms from it, c 30 ms, d never measured; and a cloud. */
class DelayPluginTest {
    private static final Instant NOW = Instant.parse("2026-01-01T00:01:00Z");
    private static final long OBSERVED = NOW.minusSeconds(40).toEpochMilli();
    private static final long VALID = NOW.plusSeconds(20).toEpochMilli();

    private final ClusterState cluster = new ClusterState(Clock.fixed(NOW, ZoneOffset.UTC));

    @BeforeEach
    void line() {
        for (String name : List.of("a", "b", "c", "d")) {
            cluster.putNode(node(name).build());
        }
        cluster.putNode(node("sky").label("kubernetes.io/role", "cloud").build());
        cluster.change(
                RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", millis(10), "c", millis(30), "sky", millis(80))));
        cluster.change(
                RttIndex.FACT, rtt -> rtt.with("c", Map.of("a", millis(35), "b", millis(20), "sky", millis(50))));
    }

    @Test
    void aPodStaysWithinItsDelayOfANode() {
        assertThat(feasible(pod("p").label("delay_a", "10").build())).containsExactly("a", "b");
        assertThat(feasible(pod("p").label("delay_a", "9.999").build())).containsExactly("a");
        assertThat(feasible(pod("p").label("delay_a", "0").build())).containsExactly("a");
    }

    @Test
    void theDirectionIsFromTheReference() {
        // c -> a takes 35 ms although a -> c takes 30 ms.
        assertThat(feasible(pod("p").label("delay_c", "30").build())).containsExactly("b", "c");
    }

    @Test
    void allNeedsHold() {
        assertThat(feasible(
                        pod("p").label("delay_a", "30").label("delay_c", "20").build()))
                .containsExactly("b", "c");
    }

    @Test
    void aNodeThatWasNeverMeasuredIsNotTakenForNear() {
        Decision decision = decide(pod("p").label("delay_a", "3600000")
                .nodeSelector("kubernetes.io/hostname", "d")
                .build());

        assertThat(decision.node()).isNull();
        assertThat(feasible(pod("p").label("delay_a", "3600000").build())).doesNotContain("d");
        assertThat(decide(pod("p").label("delay_d", "5")
                                .nodeSelector("kubernetes.io/hostname", "a")
                                .build())
                        .message())
                .contains("4 node(s) had no known round-trip time from d");
    }

    @Test
    void aReferenceWithoutMeasurementsIsStillNearItself() {
        assertThat(feasible(pod("p").label("delay_d", "5").build())).containsExactly("d");
    }

    @Test
    void nearerIsBetterByTheShareOfTheNeedUsed() {
        Pod pod = pod("p").label("delay_a", "40").build();
        Snapshot snapshot = cluster.snapshot();
        List<NodeState> nodes = List.of(snapshot.node("a"), snapshot.node("b"), snapshot.node("c"));

        // 1 - 0/40, 1 - 10/40, 1 - 30/40
        assertThat(new DelayPlugin().score(pod, snapshot, nodes))
                .containsExactly(new double[] {1, 0.75, 0.25}, within(1e-9));
    }

    @Test
    void theTightestNeedCounts() {
        Pod pod = pod("p").label("delay_a", "40").label("delay_c", "25").build();
        Snapshot snapshot = cluster.snapshot();

        // b: 10 of 40 ms from a, 20 of 25 ms from c
        assertThat(new DelayPlugin().score(pod, snapshot, List.of(snapshot.node("b")))[0])
                .isCloseTo(0.2, within(1e-9));
    }

    @Test
    void aWorkloadIsWhereItsNearestRunningPodIs() {
        cluster.putPod(pod("web-1").workload("web").runningOn("a").build());
        cluster.putPod(pod("web-2").workload("web").runningOn("c").build());

        assertThat(feasible(pod("p").label("delay_web", "10").build())).containsExactly("a", "b", "c");
        cluster.removePod(pod("web-1").build().key());
        assertThat(feasible(pod("p").label("delay_web", "20").build())).containsExactly("b", "c");
    }

    @Test
    void aWorkloadIsFoundByItsAppLabelToo() {
        cluster.putPod(pod("x").label("app", "db").runningOn("a").build());

        assertThat(feasible(pod("p").label("delay_db", "10").build())).containsExactly("a", "b");
    }

    @Test
    void aWorkloadOfAnotherNamespaceIsUnknown() {
        cluster.putPod(
                pod("web-1").namespace("other").workload("web").runningOn("a").build());

        assertThat(decide(pod("p").label("delay_web", "10").build()).message())
                .isEqualTo("0/5 nodes are available: 5 delay reference \"web\" is neither a node nor a workload with"
                        + " pods in namespace \"default\".");
    }

    @Test
    void aWorkloadThatDoesNotRunYetIsWaitedFor() {
        cluster.putPod(pod("web-1").workload("web").on("a").build());

        assertThat(decide(pod("p").label("delay_web", "10").build()).message())
                .isEqualTo("0/5 nodes are available: 5 delay reference \"web\" is a workload without a running pod.");
    }

    @Test
    void aMistakenNeedIsNeverPlacedSilently() {
        Decision decision = decide(pod("p").label("delay_a", "soon").build());

        assertThat(decision.node()).isNull();
        assertThat(decision.rejectedBy()).containsExactly("Delay");
        assertThat(decision.message()).contains("label delay_a=\"soon\" must be a number of milliseconds");
    }

    @Test
    void tooFarIsCounted() {
        cluster.putNode(node("a").cordoned().build());

        // a is cordoned, b c and sky are 10, 30 and 80 ms away, d is unknown.
        assertThat(decide(pod("p").label("delay_a", "2.5").build()).message())
                .isEqualTo("0/5 nodes are available: 1 node(s) had no known round-trip time from a, 1 node(s) were"
                        + " unschedulable, 3 node(s) were farther than 2.5 ms from a.");
    }

    @Test
    void signalsNameTheirAge() {
        Pod pod = pod("p").label("delay_a", "40").label("delay_d", "40").build();

        assertThat(new DelayPlugin().prepare(pod, cluster.snapshot()).signals())
                .containsExactly(
                        new SignalEvidence("rtt", "a -> *", Duration.ofSeconds(40), SignalEvidence.State.FRESH),
                        new SignalEvidence("rtt", "d -> *", null, SignalEvidence.State.MISSING));
    }

    @Test
    void aStaleTimeStillCountsAndIsNamed() {
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with("a", Map.of("b", new Rtt(10_000, 10_000, 10_000, OBSERVED, OBSERVED + 1))));
        Pod pod = pod("p").label("delay_a", "10").build();

        assertThat(feasible(pod)).containsExactly("a", "b");
        assertThat(decide(pod).signals()).extracting(SignalEvidence::state).containsExactly(SignalEvidence.State.STALE);
    }

    @Test
    void anEstimateIsJudgedByItsUpperBound() {
        // b is taken for 10 ms and at most 15, c for 12 and at most 40.
        cluster.change(
                RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", estimated(10, 8, 15), "c", estimated(12, 9, 40))));

        assertThat(feasible(pod("p").label("delay_a", "15").build())).containsExactly("a", "b");
        assertThat(feasible(pod("p").label("delay_a", "14").build())).containsExactly("a");
    }

    @Test
    void aNodeThatOnlyAMeasurementCanAcceptIsNamed() {
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with("a", Map.of("b", estimated(10, 8, 15), "c", estimated(12, 9, 40), "sky", millis(80))));
        cluster.putNode(node("a").cordoned().build());

        assertThat(decide(pod("p").label("delay_a", "8.5").build()).message())
                .isEqualTo("0/5 nodes are available: 1 node(s) had no known round-trip time from a, 1 node(s) might be"
                        + " within 8.5 ms of a, but were not measured, 1 node(s) were unschedulable, 2 node(s) were"
                        + " farther than 8.5 ms from a.");
    }

    @Test
    void aMeasurementDecidesAndTheEstimateIsGone() {
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", estimated(10, 8, 15))));
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", millis(12))));

        assertThat(feasible(pod("p").label("delay_a", "12").build())).containsExactly("a", "b");
        assertThat(nodeSignals(pod("p").label("delay_a", "12").build(), "b"))
                .containsExactly(new SignalEvidence(
                        "rtt", "a -> b", Duration.ofSeconds(40), SignalEvidence.State.FRESH, "measured 12 ms (p50)"));
    }

    @Test
    void explanationsTellAnEstimateFromAMeasurement() {
        cluster.change(RttIndex.FACT, rtt -> rtt.with("a", Map.of("b", estimated(10, 8, 15))));
        Pod pod = pod("p").label("delay_a", "12").build();

        assertThat(nodeSignals(pod, "b"))
                .containsExactly(new SignalEvidence(
                        "rtt",
                        "a -> b",
                        Duration.ofSeconds(40),
                        SignalEvidence.State.FRESH,
                        "estimated 10 ms, at most 15 ms at 85 %"));
        assertThat(nodeSignals(pod, "d"))
                .containsExactly(new SignalEvidence("rtt", "a -> d", null, SignalEvidence.State.MISSING));
        assertThat(nodeSignals(pod, "a")).isEmpty();
    }

    @Test
    void explanationsNameTheNearestOriginOnly() {
        cluster.putPod(pod("w1").label("app", "web").runningOn("a").build());
        cluster.putPod(pod("w2").label("app", "web").runningOn("c").build());
        Pod pod = pod("p").label("delay_web", "100").build();

        assertThat(nodeSignals(pod, "b")).extracting(SignalEvidence::subject).containsExactly("a -> b");
        assertThat(nodeSignals(pod, "sky")).extracting(SignalEvidence::subject).containsExactly("c -> sky");
        assertThat(nodeSignals(pod, "a")).isEmpty();
        assertThat(nodeSignals(pod, "d"))
                .extracting(SignalEvidence::state)
                .containsExactly(SignalEvidence.State.MISSING);
    }

    @Test
    void aReferenceThatStandsForNothingHasNoSignals() {
        assertThat(nodeSignals(pod("p").label("delay_nowhere", "100").build(), "a"))
                .isEmpty();
        assertThat(MissingMeasurementFinder.of(
                        pod("p").label("delay_nowhere", "100").build(),
                        BuiltInProfiles.edgewise(),
                        cluster.snapshot(),
                        8))
                .isEmpty();
    }

    @Test
    void aDecisionNamesAFewOriginsOfAWorkloadThatIsEverywhere() {
        for (int i = 0; i < 100; i++) {
            cluster.putNode(node("n" + i).build());
            cluster.putPod(pod("w" + i).label("app", "web").runningOn("n" + i).build());
        }
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with(
                        "n7", Map.of("a", new Rtt(1, 1, 1, OBSERVED, VALID), "b", new Rtt(1, 1, 1, 0, OBSERVED))));
        cluster.change(RttIndex.FACT, rtt -> rtt.with("n9", Map.of("a", new Rtt(1, 1, 1, OBSERVED, VALID))));

        List<SignalEvidence> signals = new DelayPlugin()
                .prepare(pod("p").label("delay_web", "100").build(), cluster.snapshot())
                .signals();
        assertThat(signals).extracting(SignalEvidence::subject).hasSize(3).contains("web on 100 nodes -> *", "n7 -> *");
        assertThat(signals.get(0).value()).isEqualTo("1 fresh, 1 stale, 98 missing");
        assertThat(signals)
                .extracting(SignalEvidence::state)
                .containsExactly(SignalEvidence.State.STALE, SignalEvidence.State.STALE, SignalEvidence.State.MISSING);
    }

    @Test
    void undecidedPairsAreTheLikeliestFirstAndOnlyThoseThatHelp() {
        cluster.change(
                RttIndex.FACT,
                rtt -> rtt.with(
                        "a",
                        Map.of(
                                "b",
                                estimated(14, 8, 30),
                                "c",
                                estimated(12, 9, 40),
                                "d",
                                estimated(30, 25, 50),
                                "sky",
                                millis(5))));
        Pod pod = pod("p").label("delay_a", "20").label("delay_c", "20").build();
        // c -> b is 20 ms and c -> c none, so both may be right; d is beyond 20 ms for sure; a -> sky is near, c -> sky
        // far.
        assertThat(MissingMeasurementFinder.of(pod, BuiltInProfiles.edgewise(), cluster.snapshot(), 8))
                .containsExactly(new UndecidedPair("a", "c", 12_000, 0), new UndecidedPair("a", "b", 14_000, 0));
        assertThat(MissingMeasurementFinder.of(pod, BuiltInProfiles.edgewise(), cluster.snapshot(), 1))
                .containsExactly(new UndecidedPair("a", "c", 12_000, 0));

        cluster.putNode(node("c").cordoned().build());
        assertThat(MissingMeasurementFinder.of(pod, BuiltInProfiles.edgewise(), cluster.snapshot(), 8))
                .containsExactly(new UndecidedPair("a", "b", 14_000, 0));
    }

    @Test
    void withoutANeedACustomSchedulerPodGoesToTheCloud() {
        FilterAndScorePipeline pipeline = new FilterAndScorePipeline(BuiltInProfiles.customScheduler(), new Random(1));

        assertThat(pipeline.decide(pod("p").build(), cluster.snapshot()).node()).isEqualTo("sky");
        assertThat(pipeline.decide(pod("p").cpu("5").build(), cluster.snapshot())
                        .message())
                .isEqualTo("0/5 nodes are available: 5 Insufficient cpu.");
        cluster.removeNode("sky");
        assertThat(pipeline.decide(pod("p").build(), cluster.snapshot()).message())
                .startsWith("0/4 nodes are available: 4 node(s) didn't have label kubernetes.io/role=cloud");
    }

    private List<String> feasible(Pod pod) {
        return cluster.snapshot().nodes().stream()
                .filter(node ->
                        new DelayPlugin().prepare(pod, cluster.snapshot()).check(node) == null)
                .map(NodeState::name)
                .sorted()
                .toList();
    }

    private Decision decide(Pod pod) {
        return new FilterAndScorePipeline(BuiltInProfiles.edgewise(), new Random(1)).decide(pod, cluster.snapshot());
    }

    private List<SignalEvidence> nodeSignals(Pod pod, String node) {
        Snapshot snapshot = cluster.snapshot();
        return new DelayPlugin()
                .prepare(pod, snapshot)
                .signals(snapshot.nodes().stream()
                        .filter(state -> state.name().equals(node))
                        .findFirst()
                        .orElseThrow());
    }

    private static Rtt estimated(long millis, long lower, long upper) {
        return Rtt.estimated(new Rtt.Estimate(millis * 1000, lower * 1000, 85), upper * 1000, OBSERVED, VALID);
    }

    private static Rtt millis(long millis) {
        return new Rtt(millis * 1000, millis * 1000, millis * 1000, OBSERVED, VALID);
    }
}
