package dev.edgewise.rewards.monitor;

import dev.edgewise.common.signal.reward.Reward;
import dev.edgewise.common.signal.reward.RewardRowNames;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.learning.view.PodTypeNodeView;
import dev.edgewise.rewards.learning.view.PodTypeView;
import java.time.InstantSource;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;

/** The view of the learner of this replica, while it leads. */
final class LeaderRewardsView implements RewardsView {
    private final RewardLearner learner;
    private final PublishedSignalValues<Reward> rewards;
    private final InstantSource clock;

    LeaderRewardsView(RewardLearner learner, PublishedSignalValues<Reward> rewards, InstantSource clock) {
        this.learner = learner;
        this.rewards = rewards;
        this.clock = clock;
    }

    @Override
    public boolean leads() {
        return true;
    }

    @Override
    public List<PodTypeView> types(String after, int most) {
        return learner.types(after, most, clock.instant());
    }

    @Override
    public Optional<PodTypeView> type(String type) {
        return learner.type(type, clock.instant());
    }

    @Override
    public List<PodTypeNodeView> nodes(String type, String after, int most) {
        return learner.nodes(type, after, most, clock.instant());
    }

    @Override
    public List<PodTypeNodeView> worst(String type, int most) {
        return learner.worst(type, most, clock.instant());
    }

    @Override
    public Optional<PodTypeNodeView> typeNode(String type, String node) {
        return learner.typeNode(type, node, clock.instant());
    }

    @Override
    public NavigableMap<String, Reward> nodes() {
        return rewards.row(RewardRowNames.NODES);
    }
}
