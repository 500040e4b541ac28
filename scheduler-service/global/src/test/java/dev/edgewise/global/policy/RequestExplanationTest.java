package dev.edgewise.global.policy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.global.expression.ClusterLevelExpression;
import dev.edgewise.global.model.Policy;
import dev.edgewise.global.model.PolicyType;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class RequestExplanationTest {
    @Test
    void saysForEachLevelAndClusterWhatItsPlaceFollowsFrom() {
        Bid first = new Bid("c1", 2, Double.NaN, 5, 1, 50, PolicyRankerTest.AT, "");
        Bid unknown = new Bid("c2", 3, 0.5, Double.NaN, 1, 50, PolicyRankerTest.AT, "");
        Bid full = new Bid(
                "c3",
                0,
                0.1,
                1,
                1,
                50,
                PolicyRankerTest.AT,
                "no node takes the pods",
                Duration.ofMinutes(10),
                "counted",
                ResponseTimeInputs.UNKNOWN);

        RequestExplanation explanation = RequestExplanation.of(
                Policy.of(PolicyType.LOW_LATENCY),
                new ClusterLevelExpression(List.of(List.of("c3", "c2", "c1"), List.of("c4"))),
                Map.of("c1", first, "c2", unknown, "c3", full),
                new PolicyRanker(),
                PolicyRankerTest.AT.plusMillis(1_500));

        assertThat(explanation.policy()).isEqualTo(PolicyType.LOW_LATENCY);
        assertThat(explanation.levels().get(0).clusters())
                .containsExactly(
                        new RequestExplanation.Cluster(
                                "c1",
                                1,
                                null,
                                2,
                                -5.0,
                                5.0,
                                null,
                                1.0,
                                50.0,
                                1.5,
                                null,
                                "",
                                "5.0 ms from the management cluster, fits 2 times"),
                        new RequestExplanation.Cluster(
                                "c2",
                                2,
                                null,
                                3,
                                null,
                                null,
                                0.5,
                                1.0,
                                50.0,
                                1.5,
                                null,
                                "",
                                "last, as the delay from the management cluster is unknown, fits 3 times"),
                        new RequestExplanation.Cluster(
                                "c3",
                                null,
                                "no node takes the pods",
                                0,
                                null,
                                1.0,
                                0.1,
                                1.0,
                                50.0,
                                1.5,
                                600.0,
                                "counted",
                                ""));
        assertThat(explanation.levels().get(1))
                .isEqualTo(new RequestExplanation.Level(
                        1,
                        List.of(new RequestExplanation.Cluster(
                                "c4",
                                null,
                                "no answer before the deadline",
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                null,
                                "",
                                ""))));
    }
}
