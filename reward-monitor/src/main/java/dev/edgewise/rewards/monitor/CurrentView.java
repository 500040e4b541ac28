package dev.edgewise.rewards.monitor;

/** What is known now, by whichever way. */
@FunctionalInterface
public interface CurrentView {
    RewardsView view();
}
