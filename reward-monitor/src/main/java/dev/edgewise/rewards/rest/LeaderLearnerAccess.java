package dev.edgewise.rewards.rest;

import dev.edgewise.common.signal.publish.WriterElection;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.rewards.learning.RewardLearner;
import dev.edgewise.rewards.monitor.ActiveLearnerProvider;
import dev.edgewise.rewards.monitor.StoreAvailability;
import java.time.Duration;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;

/** Gives callers access to the learner, which runs in the leader. */
class LeaderLearnerAccess {
    private static final Duration SOON = Duration.ofSeconds(1);

    private final WriterElection turn;
    private final ActiveLearnerProvider active;
    private final StoreAvailability store;

    LeaderLearnerAccess(WriterElection turn, ActiveLearnerProvider active, StoreAvailability store) {
        this.turn = turn;
        this.active = active;
        this.store = store;
    }

    /**
     * Requires the learner; to be called first, so that a standby answers before anything is read. Throws what {@link
     * #learner} throws.
     */
    void requireLearner() {
        learner();
    }

    /**
     * Returns the answer to a change: 204, or 202 while the store is unreachable. The change applies, and is stored
     * when the store is back.
     */
    ResponseEntity<Void> changed() {
        return ResponseEntity.status(store.isAvailable() ? HttpStatus.NO_CONTENT : HttpStatus.ACCEPTED)
                .build();
    }

    /**
     * Returns the learner. Another replica may lead a moment later: to be called last, right before the change.
     *
     * @throws dev.edgewise.common.signal.publish.NotActiveWriterException if another replica leads; becomes a 503
     *     problem
     * @throws BusyException if this one leads, and has not read the ledgers from Redis yet; becomes a 503 problem, too
     */
    RewardLearner learner() {
        turn.requireNoOther();
        return active.learner()
                .orElseThrow(
                        () -> new BusyException("This replica has not read the stored ledgers and the pods yet", SOON));
    }
}
