package dev.edgewise.rewards.monitor;

import dev.edgewise.rewards.learning.RewardLearner;
import java.util.Optional;

/** Finds the learner of this replica. */
@FunctionalInterface
public interface ActiveLearnerProvider {
    /**
     * Returns the learner; empty while another replica leads, or this one has not read the cluster and the store yet.
     */
    Optional<RewardLearner> learner();
}
