package dev.edgewise.rewards.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.reward.QuarantineStatus;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.learning.view.PodTypeView;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FollowerRewardsViewTest {
    private final PublishedSignalValues<Reward> rewards = new PublishedSignalValues<>();
    private final FollowerRewardsView view = new FollowerRewardsView(rewards, new PublishedSignalValues<>());

    FollowerRewardsViewTest() {
        rewards.replace(
                RewardRowNames.ofType("ns.web"),
                Map.of(
                        RewardRowNames.ALL,
                        reward(0.2, QuarantineStatus.OPEN),
                        "n1",
                        reward(0.9, QuarantineStatus.OPEN),
                        "n2",
                        reward(0.4, QuarantineStatus.QUARANTINED),
                        "n3",
                        reward(0.3, QuarantineStatus.OPEN)));
    }

    private static Reward reward(double value, QuarantineStatus state) {
        ObservationMetadata observed = new ObservationMetadata(Instant.EPOCH, "test", Duration.ofMinutes(1));
        return new Reward(value, 1, 0.5, state, Instant.EPOCH, observed);
    }

    @Test
    void aTypeCountsItsNodesWithoutTheSumOverThem() {
        assertThat(view.type("ns.web"))
                .hasValue(new PodTypeView("ns.web", reward(0.2, QuarantineStatus.OPEN), 3, 1, 0));
        assertThat(view.type("ns.none")).isEmpty();
        assertThat(view.types("", 5)).extracting(PodTypeView::type).containsExactly("ns.web");
    }

    @Test
    void nodesAreListedByNameOrTheWorstFirst() {
        assertThat(view.nodes("ns.web", "", 2))
                .extracting(PodTypeNodeView::node)
                .containsExactly("n1", "n2");
        assertThat(view.nodes("ns.web", "n2", 2))
                .extracting(PodTypeNodeView::node)
                .containsExactly("n3");
        assertThat(view.worst("ns.web", 2)).extracting(PodTypeNodeView::node).containsExactly("n2", "n3");
        assertThat(view.worst("ns.none", 2)).isEmpty();
    }
}
