package dev.edgewise.rewards.rest;

import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.monitor.Learning;
import java.time.Duration;

/** Finds the learner that takes the changes of callers, which runs in the replica that leads. */
class Writers {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final WriteTurn turn;
    private final Learning learning;

    Writers(WriteTurn turn, Learning learning) {
        this.turn = turn;
        this.learning = learning;
    }

    /**
     * The learner.
     *
     * @throws dev.edgewise.common.signal.publish.StandingByException if another replica leads; becomes a 503 problem
     * @throws BusyException if this one leads, and has not read from Redis yet what was learned before; becomes a 503 problem, too
     */
    RewardLearner learner() {
        turn.requireNoOther();
        return learning.learner()
                .orElseThrow(() ->
                        new BusyException("This replica has not read from Redis yet what was learned before", SOON));
    }
}
