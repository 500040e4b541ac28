package dev.edgewise.scheduler.plugins.reward;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static dev.edgewise.scheduler.testing.TestRewards.open;
import static dev.edgewise.scheduler.testing.TestRewards.probation;
import static dev.edgewise.scheduler.testing.TestRewards.quarantined;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.common.testing.ManualTicker;
import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.signals.reward.RewardIndex;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class ProbationTrialsTest {
    private static final List<String> NODES = List.of("a", "b", "c");
    private static final List<NodeState> NODE_STATES =
            NODES.stream().map(name -> NodeState.of(node(name).build())).toList();

    private static final Rejection ON_PROBATION = RewardCheck.ON_PROBATION;

    private final ManualTicker ticker = new ManualTicker();
    private final ClusterState cluster = new ClusterState(new TestClock());
    private final ProbationTrials trials = new ProbationTrials(ticker);

    @BeforeEach
    void onlyAIsOnProbation() {
        NODES.forEach(name -> cluster.putNode(node(name).build()));
        Map<String, Reward> rewards = Map.of("a", probation(TestClock.START), "b", open(0.9));
        cluster.change(RewardIndex.FACT, index -> index.with(RewardRowNames.ofType("default.web"), rewards));
    }

    @Test
    void oneOfATypeTriesUntilItIsSeen() {
        assertThat(rejections("first", "web")).containsExactly(null, null, null);
        assertThat(rejections("second", "web")).containsExactly(ON_PROBATION, null, null);
        assertThat(rejections("first", "web")).as("it asks again").containsExactly(null, null, null);
        assertThat(rejections("other", "api")).as("of another type").containsExactly(null, null, null);

        ticker.advance(Duration.ofMillis(29_999));
        assertThat(rejections("first", "web")).as("and again").containsExactly(null, null, null);
        assertThat(rejections("second", "web")).as("the watch may be behind").containsExactly(ON_PROBATION, null, null);
        ticker.advance(Duration.ofMillis(1));
        assertThat(rejections("second", "web")).as("the first is not placed").containsExactly(null, null, null);
        assertThat(rejections("first", "web")).containsExactly(ON_PROBATION, null, null);
    }

    @Test
    void whereTheFirstIsSeenElsewhereTheNextOneTries() {
        rejections("first", "web");
        trials.settled("uid-of-another");
        ticker.advance(Duration.ofSeconds(20));
        assertThat(rejections("second", "web")).containsExactly(ON_PROBATION, null, null);

        trials.settled("uid-of-first");
        ticker.advance(Duration.ofMillis(500));
        trials.settled("uid-of-first");
        ticker.advance(Duration.ofMillis(499));
        assertThat(rejections("second", "web")).as("a snapshot may be older").containsExactly(ON_PROBATION, null, null);
        ticker.advance(Duration.ofMillis(1));
        assertThat(rejections("second", "web")).containsExactly(null, null, null);
        assertThat(rejections("first", "web")).as("kept for the second").containsExactly(ON_PROBATION, null, null);
    }

    @Test
    void whatIsSeenAfterItsTimeChangesNothing() {
        rejections("first", "web");
        ticker.advance(Duration.ofSeconds(30));
        rejections("second", "web");
        trials.settled("uid-of-first");
        ticker.advance(Duration.ofSeconds(2));
        assertThat(rejections("third", "web")).containsExactly(ON_PROBATION, null, null);
    }

    @Test
    void nodesThatAreRejectedAnywayAreNotKept() {
        Rejection other = Rejection.unresolvable("Energy", "node(s) were powerless");
        Rejection[] rejections = {other, null, null};
        assertThat(trials.keep(web("first", "web"), cluster.snapshot(), NODE_STATES, rejections))
                .containsExactly(other, null, null);
        assertThat(rejections("second", "web")).containsExactly(null, null, null);
    }

    @Test
    void whereNoNodeIsOnProbationNamesAreNotLookedAt() {
        Map<String, Reward> rewards = Map.of("a", quarantined(), "b", open(0.9));
        cluster.change(RewardIndex.FACT, index -> index.with(RewardRowNames.ofType("default.web"), rewards));
        Rejection[] rejections = new Rejection[NODES.size()];
        assertThat(trials.keep(web("first", "web"), cluster.snapshot(), List.of(), rejections))
                .isSameAs(rejections)
                .containsOnlyNulls();
    }

    @Test
    void podsThatAreInvented() {
        ProbationTrials watching =
                new ProbationTrials(ticker, pod -> pod.key().name().equals("real"));
        Rejection[] free = new Rejection[NODES.size()];
        for (int i = 0; i < 20_000; i++) {
            watching.keep(web("invented-" + i, "web"), cluster.snapshot(), NODE_STATES, free);
        }
        // 1,000 pods and one place.
        assertThat(watching.size()).isEqualTo(1_001);
        assertThat(watching.keep(web("real", "web"), cluster.snapshot(), NODE_STATES, free))
                .as("the node is kept for a pod that does not exist")
                .containsExactly(null, null, null);
        assertThat(watching.keep(web("invented-0", "web"), cluster.snapshot(), NODE_STATES, free))
                .as("and now for one that does")
                .containsExactly(ON_PROBATION, null, null);
    }

    @Test
    void aLongUidIsNotRemembered() {
        for (int i = 0; i < 100; i++) {
            String uid = "u".repeat(1_000_000) + i;
            Pod large = pod("large").uid(uid).label("podtype", "web").build();
            trials.keep(large, cluster.snapshot(), NODE_STATES, new Rejection[NODES.size()]);
        }
        assertThat(trials.size()).isZero();
    }

    private Rejection[] rejections(String name, String type) {
        Rejection[] given = new Rejection[NODES.size()];
        Rejection[] rejections = trials.keep(web(name, type), cluster.snapshot(), NODE_STATES, given);
        assertThat(given).as("what others were answered").containsOnlyNulls();
        return rejections;
    }

    private static Pod web(String name, String type) {
        return pod(name).uid("uid-of-" + name).label("podtype", type).build();
    }
}
