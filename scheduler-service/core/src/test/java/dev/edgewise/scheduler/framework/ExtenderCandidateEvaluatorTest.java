package dev.edgewise.scheduler.framework;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.within;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import dev.edgewise.scheduler.testing.TestFilter;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ExtenderCandidateEvaluatorTest {
    private static final double NEUTRAL = 0.5;
    private static final Rejection REJECTION = Rejection.unresolvable("test", "node(s) were rejected");

    private final ClusterState cluster = new ClusterState(Clock.fixed(Instant.EPOCH, ZoneOffset.UTC));

    /** Gives the first and the second node the same scores for each pod. */
    private record Fixed(String name, double... values) implements Score {
        @Override
        public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
            return values;
        }
    }

    /** One step of 0.4 at weight 10 of 25 is 0.16, whatever the others say of both nodes. */
    @Test
    void whatAScoreIsWorthDoesNotDependOnTheOthers() {
        Fixed energy = new Fixed("energy", 1, 0.6);
        for (Fixed other : List.of(new Fixed("silent"), new Fixed("same", 0.3, 0.3), new Fixed("best", 1, 1))) {
            double[] values = values(energy, other);
            assertThat(values[0] - values[1]).as(other.name()).isEqualTo(0.16, within(1e-9));
        }
    }

    @Test
    void theBestThereCanBeHasOneAlsoWhereAnotherScoreIsSilent() {
        assertThat(values(new Fixed("energy", 1, 0.6), new Fixed("silent"))[0]).isEqualTo(1, within(1e-9));
    }

    @Test
    void whereNothingIsSaidAllAreNeutral() {
        assertThat(values(new Fixed("silent"), new Fixed("silent"))).containsExactly(NEUTRAL, NEUTRAL);
    }

    /** One score may take long, as where all nodes are compared. */
    @Test
    void theWorkCanEndBetweenTwoScores() {
        AtomicBoolean isLate = new AtomicBoolean();
        Score slow = score(() -> isLate.set(true));
        Score next = score(() -> fail("it is too late"));
        assertThatThrownBy(() -> values(slow, next, () -> {
                    if (isLate.get()) {
                        throw new IllegalStateException("late");
                    }
                }))
                .hasMessage("late");
    }

    /** kube-scheduler asks about the nodes that passed, in their order. */
    @Test
    void nodesThatPassedAreNotJudgedAgain() {
        List<String> judged = new ArrayList<>();
        ExtenderCandidateEvaluator nodes = given(rejecting("b", judged));

        assertThat(nodes.rejections(nodes("a", "b", "c"), () -> {})).containsExactly(null, REJECTION, null);
        judged.clear();
        assertThat(nodes.values(nodes("a", "b", "c"), NEUTRAL, () -> {})).containsExactly(NEUTRAL, 0, NEUTRAL);
        assertThat(nodes.values(nodes("a", "c"), NEUTRAL, () -> {})).containsExactly(NEUTRAL, NEUTRAL);
        assertThat(judged).isEmpty();
        assertThat(nodes.values(nodes("c", "b"), NEUTRAL, () -> {})).containsExactly(NEUTRAL, 0);
        assertThat(nodes.values(nodes("a", "unknown"), NEUTRAL, () -> {})).containsExactly(NEUTRAL, NEUTRAL);
    }

    @Test
    void neitherIsANodeOfWhichNothingIsKnown() {
        List<String> judged = new ArrayList<>();
        ExtenderCandidateEvaluator nodes = given(rejecting("b", judged));

        assertThat(nodes.rejections(nodes("a", "unknown"), () -> {})).containsOnlyNulls();
        judged.clear();
        assertThat(nodes.values(nodes("a", "unknown"), NEUTRAL, () -> {})).containsExactly(NEUTRAL, NEUTRAL);
        assertThat(judged).isEmpty();
    }

    @Test
    void aLastResortThatGaveWayIsAcceptedWithoutTheOthers() {
        ExtenderCandidateEvaluator nodes = given(lastResort("b"));

        assertThat(nodes.rejections(nodes("a", "b"), () -> {})).containsExactly(null, REJECTION);
        assertThat(nodes.values(nodes("b"), NEUTRAL, () -> {})).containsExactly(NEUTRAL);
    }

    private static PreparedNodeFilter rejecting(String rejected, List<String> judged) {
        return node -> {
            judged.add(node.name());
            return node.name().equals(rejected) ? REJECTION : null;
        };
    }

    private static PreparedNodeFilter lastResort(String name) {
        return new PreparedNodeFilter() {
            @Override
            public Rejection check(NodeState node) {
                return null;
            }

            @Override
            public boolean hasLastResorts() {
                return true;
            }

            @Override
            public Rejection lastResort(NodeState node) {
                return node.name().equals(name) ? REJECTION : null;
            }
        };
    }

    private ExtenderCandidateEvaluator given(PreparedNodeFilter check) {
        List.of("a", "b", "c").forEach(name -> cluster.putNode(node(name).build()));
        Profile profile = new Profile("p", List.of(new TestFilter(check)), List.of(), NodeSampling.ALL);
        return new ExtenderCandidateEvaluator(profile, pod("web").build(), cluster.snapshot());
    }

    /** Returns the nodes as the cluster has them. */
    private List<NodeState> nodes(String... names) {
        Snapshot snapshot = cluster.snapshot();
        return Stream.of(names).map(snapshot::nodeOrUnknown).toList();
    }

    private static Score score(Runnable work) {
        return new Score() {
            @Override
            public String name() {
                return "slow";
            }

            @Override
            public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
                work.run();
                return NOTHING;
            }
        };
    }

    private double[] values(Score energy, Score other) {
        return values(energy, other, () -> {});
    }

    private double[] values(Score energy, Score other, Runnable beforeStep) {
        cluster.putNode(node("a").build());
        cluster.putNode(node("b").build());
        Profile profile = new Profile(
                "p",
                List.of(),
                List.of(new Profile.Weighted(energy, 10), new Profile.Weighted(other, 15)),
                NodeSampling.ALL);
        Snapshot snapshot = cluster.snapshot();
        return new ExtenderCandidateEvaluator(profile, pod("web").build(), snapshot)
                .values(nodes("a", "b"), NEUTRAL, beforeStep);
    }
}
