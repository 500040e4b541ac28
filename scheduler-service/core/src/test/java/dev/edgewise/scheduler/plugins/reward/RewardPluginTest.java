package dev.edgewise.scheduler.plugins.reward;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestRewards.open;
import static dev.edgewise.scheduler.testing.TestRewards.probation;
import static dev.edgewise.scheduler.testing.TestRewards.quarantined;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.framework.Explainer;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.FilterAndScorePipeline;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.framework.SignalEvidence;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.plugins.BuiltInProfiles;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestPods;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests where a pod of type {@code default.web} is placed by the rewards; nodes have 4 cores. */
class RewardPluginTest {
    private static final List<Profile> PROFILES = List.of(BuiltInProfiles.rlScheduler(), BuiltInProfiles.edgewise());

    private final TestClock clock = new TestClock();
    private final ClusterState cluster = new ClusterState(clock);
    private final Pod pod = pod("p").label("podtype", "web").cpu("1").build();

    @BeforeEach
    void threeNodes() {
        Arrays.asList("a", "b", "c").forEach(name -> cluster.putNode(node(name).build()));
    }

    @Test
    void withoutAnyRewardThereIsNothingToSay() {
        rewards("other", Map.of("a", quarantined()));

        assertThat(new RewardPlugin().prepare(pod, cluster.snapshot())).isSameAs(PreparedNodeFilter.PASS);
        assertThat(new RewardPlugin()
                        .score(pod, cluster.snapshot(), cluster.snapshot().nodes()))
                .isSameAs(Score.NOTHING);
    }

    @Test
    void noPodGoesIntoQuarantineNotEvenWhereThereIsNoOtherNode() {
        rewards("web", Map.of("a", quarantined(), "b", quarantined(), "c", quarantined()));

        for (Profile profile : PROFILES) {
            assertThat(decide(profile).message())
                    .isEqualTo(
                            "0/3 nodes are available: 3 node(s) were in quarantine as pods of this type failed there.");
        }
    }

    @Test
    void otherTypesAndNamespacesAreNotConcerned() {
        rewards("web", Map.of("a", quarantined(), "b", quarantined(), "c", quarantined()));

        Pod other = pod("p").label("podtype", "api").build();
        Pod elsewhere = pod("p").namespace("shop").label("podtype", "web").build();
        for (Profile profile : PROFILES) {
            assertThat(decide(profile, other).feasible()).isEqualTo(3);
            assertThat(decide(profile, elsewhere).feasible()).isEqualTo(3);
        }
    }

    @Test
    void theHigherRewardIsChosenAndTheUnknownNodeBetweenGoodAndBad() {
        // 0.3 + 0.4 * 0.25 = 0.4; 0.5 + 0.4 = 0.9; 0.95 + 0.1 is cut to 0.95
        rewards("web", Map.of("a", open(0.3), "c", open(0.95)));
        assertThat(scores()).containsExactly(new double[] {0.4, 0.9, 0.95}, within(1e-9));

        rewards("web", Map.of("a", open(0.3), "c", open(0.7)));
        // 0.7 + 0.1
        assertThat(scores()).containsExactly(new double[] {0.4, 0.9, 0.8}, within(1e-9));
        for (Profile profile : PROFILES) {
            assertThat(decide(profile).node()).isEqualTo("b");
        }
    }

    @Test
    void whatAllPodsDoOnANodeStandsInForATypeNobodyTriedThere() {
        cluster.change(
                RewardIndex.FACT, index -> index.with(RewardRowNames.NODES, Map.of("a", open(0.1), "b", open(0.6))));

        // 0.1 + 0.1, 0.6 + 0.1, unknown
        assertThat(scores()).containsExactly(new double[] {0.2, 0.7, 0.9}, within(1e-9));
    }

    @Test
    void onProbationOnePodTries() {
        rewards("web", Map.of("a", probation(TestClock.START), "b", quarantined(), "c", open(0.9)));
        for (Profile profile : PROFILES) {
            assertThat(decide(profile).node()).as("a trial comes first").isEqualTo("a");
        }

        cluster.putPod(pod("other").label("podtype", "api").on("a").build());
        cluster.putPod(pod("before")
                .label("podtype", "web")
                .startedAfter(Duration.ofHours(1))
                .runningOn("a")
                .build());
        assertThat(decide(PROFILES.get(0)).node()).isEqualTo("a");

        cluster.putPod(pod("trial").label("podtype", "web").on("a").build());
        for (Profile profile : PROFILES) {
            assertThat(decide(profile).node()).isEqualTo("c");
        }
        assertThat(new RewardPlugin()
                        .prepare(pod, cluster.snapshot())
                        .check(cluster.snapshot().node("a")))
                .isEqualTo(RewardCheck.ON_PROBATION);
    }

    @Test
    void aTrialOnANodeWithASlowClockCounts() {
        // Pods of tests are created a day before the clock starts, and this one's kubelet is an hour behind.
        rewards("web", Map.of("a", probation(TestPods.CREATED)));
        cluster.putPod(pod("trial")
                .label("podtype", "web")
                .startedAfter(Duration.ofHours(-1))
                .runningOn("a")
                .build());

        assertThat(new RewardPlugin()
                        .prepare(pod, cluster.snapshot())
                        .check(cluster.snapshot().node("a")))
                .isEqualTo(RewardCheck.ON_PROBATION);
    }

    @Test
    void aStaleRewardNeitherExcludesNorCounts() {
        rewards("web", Map.of("a", quarantined(), "b", open(0.1)));
        assertThat(decide(PROFILES.get(0)).node()).isEqualTo("c");

        clock.advance(Duration.ofMinutes(10).plusMillis(1));
        assertThat(decide(PROFILES.get(0)).feasible()).isEqualTo(3);
        assertThat(scores()).containsExactly(0.9, 0.9, 0.9);
    }

    @Test
    void aRowThatIsGoneSaysNothing() {
        rewards("web", Map.of("a", quarantined()));
        rewards("web", Map.of());

        assertThat(cluster.snapshot().get(RewardIndex.FACT).isEmpty()).isTrue();
    }

    @Test
    void whatIsSaidOfAllNodesTogetherIsOfNone() {
        cluster.putNode(node("*").build());
        rewards("web", Map.of(RewardRowNames.ALL, quarantined(), "a", open(1)));

        assertThat(decide(PROFILES.get(0)).feasible()).isEqualTo(4);
    }

    @Test
    void explainNamesValueSamplesConfidenceAndState() {
        rewards("web", Map.of("a", quarantined(), "b", open(0.42)));
        clock.advance(Duration.ofSeconds(30));

        Explanation explanation = new Explainer(PROFILES.get(0), new Random(1))
                .explain(pod, cluster.snapshot().at(clock.instant()));

        assertThat(explanation.signals())
                .contains(signal("*", 30, "of type default.web: 2 nodes, 1 in quarantine, 0 on probation"));
        Map<String, Explanation.Verdict> verdicts = new HashMap<>();
        explanation.nodes().forEach(verdict -> verdicts.put(verdict.node(), verdict));
        assertThat(verdicts.get("a").rejections())
                .containsExactly(Rejection.unresolvable(
                        "Rewards", "node(s) were in quarantine as pods of this type failed there"));
        assertThat(verdicts.get("a").signals())
                .contains(signal(
                        "a",
                        30,
                        "0.10 from 3.0 outcomes of type default.web, confidence 0.75, in quarantine for 30 s"));
        assertThat(verdicts.get("b").signals())
                .contains(signal("b", 30, "0.42 from 3.0 outcomes of type default.web, confidence 0.75"));
        assertThat(verdicts.get("c").signals())
                .contains(new SignalEvidence("reward", "c", null, SignalEvidence.State.MISSING));
    }

    private static SignalEvidence signal(String subject, int seconds, String value) {
        return new SignalEvidence("reward", subject, Duration.ofSeconds(seconds), SignalEvidence.State.FRESH, value);
    }

    private void rewards(String podtype, Map<String, Reward> byNode) {
        cluster.change(RewardIndex.FACT, index -> index.with(RewardRowNames.ofType("default." + podtype), byNode));
    }

    private Decision decide(Profile profile) {
        return decide(profile, pod);
    }

    private Decision decide(Profile profile, Pod pod) {
        return new FilterAndScorePipeline(profile, new Random(1))
                .decide(pod, cluster.snapshot().at(clock.instant()));
    }

    private double[] scores() {
        Snapshot snapshot = cluster.snapshot().at(clock.instant());
        List<NodeState> nodes = List.of(snapshot.node("a"), snapshot.node("b"), snapshot.node("c"));
        return new RewardPlugin().score(pod, snapshot, nodes);
    }
}
