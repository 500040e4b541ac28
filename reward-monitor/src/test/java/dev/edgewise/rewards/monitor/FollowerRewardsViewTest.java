package dev.edgewise.rewards.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.edgewise.common.signal.Observed;
import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRows;
import dev.edgewise.common.signal.reward.RewardState;
import dev.edgewise.rewards.learning.view.TypeNodeView;
import dev.edgewise.rewards.learning.view.TypeView;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class FollowerRewardsViewTest {
    private final PublishedState<Reward> rewards = new PublishedState<>();
    private final FollowerRewardsView view = new FollowerRewardsView(rewards, new PublishedState<>());

    FollowerRewardsViewTest() {
        rewards.replace(
                RewardRows.ofType("ns.web"),
                Map.of(
                        RewardRows.ALL,
                        reward(0.2, RewardState.OPEN),
                        "n1",
                        reward(0.9, RewardState.OPEN),
                        "n2",
                        reward(0.4, RewardState.QUARANTINED),
                        "n3",
                        reward(0.3, RewardState.OPEN)));
    }

    private static Reward reward(double value, RewardState state) {
        Observed observed = new Observed(Instant.EPOCH, "test", Duration.ofMinutes(1));
        return new Reward(value, 1, 0.5, state, Instant.EPOCH, observed);
    }

    @Test
    void aTypeCountsItsNodesWithoutTheSumOverThem() {
        assertThat(view.type("ns.web")).hasValue(new TypeView("ns.web", reward(0.2, RewardState.OPEN), 3, 1, 0));
        assertThat(view.type("ns.none")).isEmpty();
        assertThat(view.types("", 5)).extracting(TypeView::type).containsExactly("ns.web");
    }

    @Test
    void nodesAreListedByNameOrTheWorstFirst() {
        assertThat(view.nodes("ns.web", "", 2)).extracting(TypeNodeView::node).containsExactly("n1", "n2");
        assertThat(view.nodes("ns.web", "n2", 2)).extracting(TypeNodeView::node).containsExactly("n3");
        assertThat(view.worst("ns.web", 2)).extracting(TypeNodeView::node).containsExactly("n2", "n3");
        assertThat(view.worst("ns.none", 2)).isEmpty();
    }
}
