package dev.edgewise.rewards.rest;

import dev.edgewise.common.signal.publish.WriteTurn;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.monitor.ActiveLearner;
import dev.edgewise.rewards.monitor.StoreAvailability;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Finds the learner that takes the changes of callers, which runs in the replica that leads. */
class LearnerAccess {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final WriteTurn turn;
    private final ActiveLearner learning;
    private final StoreAvailability storing;

    LearnerAccess(WriteTurn turn, ActiveLearner learning, StoreAvailability storing) {
        this.turn = turn;
        this.learning = learning;
        this.storing = storing;
    }

    /** To be called first: a replica that stands by answers so, before anything is asked or read. Throws what {@link #learner} does. */
    void requireLearner() {
        learner();
    }

    /** The answer to a change that was made: 202, not 204, while the store takes none. It holds here, and is stored when the store is back. */
    ResponseEntity<Void> changed() {
        return ResponseEntity.status(storing.isPossible() ? HttpStatus.NO_CONTENT : HttpStatus.ACCEPTED)
                .build();
    }

    /**
     * The learner. Another replica may lead a moment later: to be asked for last, right before the change.
     *
     * @throws dev.edgewise.common.signal.publish.StandingByException if another replica leads; becomes a 503 problem
     * @throws BusyException if this one leads, and has not read from Redis yet what was learned before; becomes a 503 problem, too
     */
    RewardLearner learner() {
        turn.requireNoOther();
        return learning.learner()
                .orElseThrow(() -> new BusyException(
                        "This replica has not read yet what was learned before, or which pods there are now", SOON));
    }
}
