package dev.edgewise.rewards.monitor;

/** Returns the current view: that of the learner while this replica leads, else what the leader published. */
@FunctionalInterface
public interface CurrentRewardsViewProvider {
    RewardsView view();
}
