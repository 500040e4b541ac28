package dev.edgewise.scheduler.framework;

import static dev.edgewise.scheduler.testing.TestNodes.node;
import static dev.edgewise.scheduler.testing.TestPods.pod;
import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.testing.TestClock;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RankingTest {
    private final ClusterState cluster = new ClusterState(new TestClock());

    private Ranking rank(double[]... values) {
        for (String name : List.of("a", "b", "c")) {
            cluster.putNode(node(name).build());
        }
        List<Profile.Weighted> scores = List.of(
                new Profile.Weighted(giving("first", values[0]), 3),
                new Profile.Weighted(giving("second", values[1]), 1));
        Snapshot snapshot = cluster.snapshot();
        return Ranking.of(
                new Profile("p", List.of(), scores, NodeSampling.ALL), pod("p").build(), snapshot, snapshot.nodes());
    }

    private static Score giving(String name, double[] values) {
        return new Score() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
                return values;
            }
        };
    }

    /**
     * Only b has a number of the first score: (3 * 0.5 + 1 * 0) / 4 = 0.375; the others have the second score alone, (0
     * + 1) / 4.
     */
    @Test
    void aValueThatIsNoFiniteNumberCountsAsTheWorst() {
        double[] broken = {Double.NaN, 0.5, Double.POSITIVE_INFINITY};
        Ranking ranking = rank(broken, new double[] {1, 0, 1});

        assertThat(ranking.totals()).containsExactly(0.25, 0.375, 0.25);
        assertThat(ranking.best(new Random(1))).isEqualTo(1);
        assertThat(ranking.parts(0)).extracting(ScoredNode.Part::value).containsExactly(0.0, 1.0);
        // The array belongs to the score.
        assertThat(broken).containsExactly(Double.NaN, 0.5, Double.POSITIVE_INFINITY);
    }
}
