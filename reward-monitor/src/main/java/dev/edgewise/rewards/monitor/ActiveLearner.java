package dev.edgewise.rewards.monitor;

import dev.edgewise.rewards.learning.RewardLearner;
import java.util.Optional;

/** Who learns in this replica. */
@FunctionalInterface
public interface ActiveLearner {
    /** Empty as long as another replica leads, or this one has not caught up with the API server, or not read yet what the store has. */
    Optional<RewardLearner> learner();
}
