package dev.edgewise.scheduler.plugins.energy;

import static dev.edgewise.scheduler.testing.TestEnergy.percent;
import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.energy.EnergyReading;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodStatus.Phase;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.energy.EnergyIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestFilter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Tests where a pod is placed by the energy of the nodes; nodes have 4 cores. */
class EnergyPluginTest {
    private static final Profile EDGEWISE = BuiltInProfiles.edgewise();
    private static final Profile STRICT = BuiltInProfiles.energyAwareScheduler();

    private final TestClock clock = new TestClock();
    private final ClusterState cluster = new ClusterState(clock);
    private final Pod pod = pod("p").cpu("1").build();

    @Test
    void withoutAnyEnergyThereIsNothingToSay() {
        nodes("a", "b");
        cluster.putNode(node("c").label("energy-status", "green").build());

        assertThat(new EnergyPlugin(true).prepare(pod, cluster.snapshot())).isSameAs(PreparedNodeFilter.PASS);
        assertThat(new EnergyPlugin(true)
                        .score(pod, cluster.snapshot(), cluster.snapshot().nodes()))
                .isSameAs(Score.NOTHING);
    }

    @Test
    void theBestLevelThatTakesThePodIsChosen() {
        nodes("low", "best", "vulnerable");
        cluster.putNode(node("full").cpu("500m").build());
        cluster.putNode(node("cordoned").cordoned().build());
        cluster.putNode(
                node("tainted").taint("k", "v", Taint.Effect.NO_SCHEDULE).build());
        readings(Map.of(
                "low", 30.0, "vulnerable", 74.0, "best", 76.0, "full", 100.0, "cordoned", 100.0, "tainted", 100.0));

        for (Profile profile : List.of(EDGEWISE, STRICT)) {
            assertThat(decide(profile, pod).node()).isEqualTo("best");
        }
    }

    @Test
    void aPowerlessNodeIsTheLastResort() {
        nodes("powerless");
        cluster.putNode(node("low").cpu("1500m").build());
        readings(Map.of("powerless", 14.0, "low", 15.0));

        // All stock scores prefer the larger node.
        assertThat(decide(EDGEWISE, pod).node()).isEqualTo("low");
        cluster.putPod(pod("q").cpu("1").runningOn("low").build());
        assertThat(decide(EDGEWISE, pod).node()).isEqualTo("powerless");
        assertThat(decide(STRICT, pod).message())
                .isEqualTo("0/2 nodes are available: 1 Insufficient cpu, 1 node(s) were powerless.");
    }

    @Test
    void theLastResortIsTakenOverNoOtherHoweverItScores() {
        nodes("powerless", "unknown");
        cluster.putNode(node("powerless").image("app:1", "1Gi").build());
        readings(Map.of("powerless", 14.9));
        Pod near = pod("p").image("app:1").label("delay_powerless", "100").build();
        assertThat(decide(EDGEWISE, near).node()).isEqualTo("powerless");

        Pod anywhere = pod("p").image("app:1").build();
        for (int seed = 0; seed < 20; seed++) {
            assertThat(decide(EDGEWISE, anywhere, seed).node()).isEqualTo("unknown");
        }
    }

    @Test
    void ofPowerlessNodesTheBestPoweredIsTheLastResort() {
        nodes("a", "b", "c");
        readings(Map.of("a", 2.0, "b", 14.0, "c", 3.0));
        cluster.putPod(
                pod("q").cpu("100m").startedAfter(Duration.ZERO).runningOn("b").build());

        assertThat(decide(EDGEWISE, pod).node()).isEqualTo("b");
        assertThat(decide(STRICT, pod).node()).isNull();
        assertThat(decide(STRICT, pod).message()).isEqualTo("0/3 nodes are available: 3 node(s) were powerless.");
    }

    @Test
    void unknownAndStaleNodesAreBetweenTheLevels() {
        nodes("a", "b");
        readings(Map.of("a", 74.0));
        assertThat(decide(STRICT, pod).node()).isEqualTo("a");
        readings(Map.of("a", 39.0));
        assertThat(decide(STRICT, pod).node()).isEqualTo("b");

        cluster.change(
                EnergyIndex.FACT,
                energy -> EnergyIndex.of(
                        Map.of("a", percent(16), "b", percent(100, TestClock.START.minus(Duration.ofMinutes(3))))));
        assertThat(scores("a", "b")[1]).isEqualTo(0.5);
    }

    @Test
    void aReadingThatBecomesStaleNoLongerExcludes() {
        nodes("a");
        readings(Map.of("a", 5.0));
        assertThat(decide(STRICT, pod).node()).isNull();

        clock.advance(Duration.ofMinutes(2));
        assertThat(decide(STRICT, pod).node()).isNull();
        clock.advance(Duration.ofMillis(1));
        assertThat(decide(STRICT, pod).node()).isEqualTo("a");
    }

    @Test
    void labelsAloneAreEnough() {
        cluster.putNode(node("a").label("energy-status", "low-powered").build());
        cluster.putNode(node("b").label("energy-status", "well-powered").build());
        cluster.putNode(node("c").label("energy-status", "powerless").build());

        assertThat(decide(STRICT, pod).node()).isEqualTo("b");
        cluster.putNode(node("b").label("energy-status", "powerless").build());
        assertThat(decide(STRICT, pod).node()).isEqualTo("a");
    }

    @Test
    void aBurstSpreadsBeforeTheNextReading() {
        nodes("a", "b");
        readings(Map.of("a", 90.0, "b", 80.0));
        // (9 + 0.9) / 10 and (9 + 0.8) / 10
        assertThat(scores("a", "b")).containsExactly(new double[] {0.99, 0.98}, within(1e-9));

        place("q1", "a", null);
        // 1 of 4 cores was placed since: 0.99 - 0.25
        assertThat(scores("a", "b")).containsExactly(new double[] {0.74, 0.98}, within(1e-9));
        assertThat(decide(STRICT, pod).node()).isEqualTo("b");

        // Two cores before the reading and one after it; kubelets round to seconds.
        place("q1", "a", Duration.ofDays(1).minusSeconds(1));
        place("q2", "a", Duration.ofHours(1));
        place("q3", "a", Duration.ofDays(1).plusSeconds(5));
        assertThat(scores("a", "b")).containsExactly(new double[] {0.74, 0.98}, within(1e-9));

        cluster.change(
                EnergyIndex.FACT,
                energy -> EnergyIndex.of(Map.of("a", percent(88, TestClock.START.plusSeconds(6)), "b", percent(80))));
        assertThat(scores("a", "b")).containsExactly(new double[] {0.988, 0.98}, within(1e-9));
    }

    @Test
    void placementsCountNeitherBelowZeroNorAgainstALabel() {
        nodes("a");
        cluster.putNode(node("b").label("energy-status", "well-powered").build());
        readings(Map.of("a", 20.0));
        for (int i = 0; i < 3; i++) {
            place("a" + i, "a", null);
            place("b" + i, "b", null);
        }

        // 0.32 - 0.75; (9 + 0.5) / 10
        assertThat(scores("a", "b")).containsExactly(new double[] {0, 0.95}, within(1e-9));
    }

    @Test
    void aSampleIsTakenOfTheBestPoweredNodes() {
        Map<String, Double> percents = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            cluster.putNode(node("n" + i).build());
            percents.put("n" + i, i % 20 == 0 ? 80.0 : i % 2 == 0 ? 5.0 : 20.0);
        }
        readings(percents);
        Set<String> chosen = new HashSet<>();
        for (int i = 0; i < 100; i++) {
            Decision decision = decide(EDGEWISE, pod("p" + i).uid("u" + i).build());
            // 20 well powered nodes come before low-powered ones; powerless ones are not looked at.
            assertThat(decision.feasible()).isEqualTo(100);
            chosen.add(decision.node());
        }

        assertThat(chosen).hasSize(20).allSatisfy(name -> assertThat(percents.get(name))
                .isEqualTo(80));
    }

    @Test
    void noMorePowerlessNodesAreLookedAtThanAreOfUse() {
        Map<String, Double> percents = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            cluster.putNode(node("n" + i).build());
            percents.put("n" + i, 5.0);
        }
        readings(percents);
        assertThat(lookedAt()).isEqualTo(100);

        percents.put("n0", 80.0);
        readings(percents);
        assertThat(lookedAt()).as("the good one, and the first that is none").isEqualTo(2);
    }

    private int lookedAt() {
        int[] count = new int[1];
        Filter counting = new TestFilter(node -> {
            count[0]++;
            return null;
        });
        List<Filter> filters = new ArrayList<>(EDGEWISE.filters());
        filters.add(counting);
        decide(new Profile("counting", filters, EDGEWISE.scores(), EDGEWISE.sampling()), pod);
        return count[0];
    }

    @Test
    void aSampleBeginsElsewhereForEachPod() {
        Map<String, Double> percents = new HashMap<>();
        for (int i = 0; i < 400; i++) {
            cluster.putNode(node("n" + i).build());
            percents.put("n" + i, 80.0);
        }
        readings(percents);
        Set<String> chosen = new HashSet<>();
        for (int i = 0; i < 300; i++) {
            chosen.add(decide(EDGEWISE, pod("p" + i).uid("u" + i).build()).node());
        }

        // One of 400 each: 400 * (1 - e^(-300/400)) = 211
        assertThat(chosen.size()).isGreaterThan(150);
    }

    @Test
    void explainNamesLevelPercentSourceAgeAndReason() {
        nodes("a", "b", "c");
        cluster.putNode(node("d").label("energy-status", "powerless").build());
        cluster.change(
                EnergyIndex.FACT,
                energy -> EnergyIndex.of(Map.of(
                        "a", percent(80.25, TestClock.START.minusSeconds(30)),
                        "b", percent(80, TestClock.START.minusSeconds(180)))));

        Explanation explanation = new Explainer(EDGEWISE, new Random(1)).explain(pod, cluster.snapshot());

        assertThat(explanation.node()).isEqualTo("a");
        assertThat(explanation.signals())
                .containsExactly(
                        signal("*", 180, SignalEvidence.State.STALE, "1 fresh, 1 stale, 1 by label, 1 missing"));
        Map<String, Explanation.Verdict> verdicts = new HashMap<>();
        explanation.nodes().forEach(verdict -> verdicts.put(verdict.node(), verdict));
        assertThat(verdicts.get("a").signals())
                .containsExactly(signal("a", 30, SignalEvidence.State.FRESH, "well-powered at 80.2 %, by battery"));
        assertThat(verdicts.get("b").signals())
                .containsExactly(signal("b", 180, SignalEvidence.State.STALE, "well-powered at 80 %, by battery"));
        assertThat(verdicts.get("c").signals())
                .containsExactly(new SignalEvidence("energy", "c", null, SignalEvidence.State.MISSING));
        assertThat(verdicts.get("d").signals())
                .containsExactly(new SignalEvidence(
                        "energy", "d", null, SignalEvidence.State.FRESH, "powerless, by label energy-status"));
        assertThat(verdicts.get("d").feasible()).isFalse();
        assertThat(verdicts.get("d").rejections())
                .containsExactly(Rejection.unresolvable("Energy", "node(s) were powerless"));
    }

    @Test
    void explainShowsALastResortAsFeasibleWhereThereIsNoOther() {
        nodes("a");
        readings(Map.of("a", 1.0));

        Explanation explanation = new Explainer(EDGEWISE, new Random(1)).explain(pod, cluster.snapshot());

        assertThat(explanation.node()).isEqualTo("a");
        assertThat(explanation.nodes().get(0).feasible()).isTrue();
        assertThat(new Explainer(STRICT, new Random(1))
                        .explain(pod, cluster.snapshot())
                        .message())
                .isEqualTo("0/1 nodes are available: 1 node(s) were powerless.");
    }

    private void nodes(String... names) {
        Arrays.stream(names).forEach(name -> cluster.putNode(node(name).build()));
    }

    private void readings(Map<String, Double> percents) {
        Map<String, EnergyReading> readings = new HashMap<>();
        percents.forEach((node, percent) -> readings.put(node, percent(percent)));
        cluster.change(EnergyIndex.FACT, energy -> EnergyIndex.of(readings));
    }

    /** @param started since pods of tests are created, a day before the clock starts; null if it has not */
    private void place(String name, String node, Duration started) {
        var builder = pod(name).cpu("1").on(node);
        cluster.putPod((started == null ? builder : builder.phase(Phase.RUNNING).startedAfter(started)).build());
    }

    private double[] scores(String... names) {
        Snapshot snapshot = cluster.snapshot().at(clock.instant());
        List<NodeState> nodes = Arrays.stream(names).map(snapshot::node).toList();
        return new EnergyPlugin(false).score(pod, snapshot, nodes);
    }

    private Decision decide(Profile profile, Pod pod) {
        return decide(profile, pod, 1);
    }

    private Decision decide(Profile profile, Pod pod, int seed) {
        return new FilterAndScorePipeline(profile, new Random(seed))
                .decide(pod, cluster.snapshot().at(clock.instant()));
    }

    private static SignalEvidence signal(String subject, int seconds, SignalEvidence.State state, String value) {
        return new SignalEvidence("energy", subject, Duration.ofSeconds(seconds), state, value);
    }
}
