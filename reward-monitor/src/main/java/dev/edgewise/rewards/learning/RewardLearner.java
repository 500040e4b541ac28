package dev.edgewise.rewards.learning;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Learns from what the API says of pods how well each type does on each node. Thread-safe. All times are handed in, and never go back by
 * more than clocks of nodes differ.
 */
public final class RewardLearner {
    public RewardLearner(LearnerSettings settings) {}

    /** A node exists. */
    public void node(String name, boolean ready) {
        throw new UnsupportedOperationException();
    }

    /** A node was removed. */
    public void nodeGone(String name) {
        throw new UnsupportedOperationException();
    }

    /** What was written before the process began; before any pod. */
    public void restore(String type, String node, TypeNodeLedger ledger) {
        throw new UnsupportedOperationException();
    }

    /** A pod exists or changed; the same facts again, or older ones, add nothing. */
    public void pod(PodFacts pod, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** A pod was removed. */
    public void podGone(String uid, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** A Warning event of a pod; the same again adds nothing. */
    public void event(PodTrouble trouble, Instant now) {
        throw new UnsupportedOperationException();
    }

    /**
     * Counts an outcome that comes with its own value.
     *
     * @return whether it counted; false: its key was known
     * @throws dev.edgewise.common.web.InvalidInputException names the field that is wrong and what is allowed; nothing is learned
     */
    public boolean push(PushedOutcome outcome, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** What must be written now; cheap if nothing is due. */
    public Changes step(Instant now) {
        throw new UnsupportedOperationException();
    }

    /** All rewards as they are now by row and field, such as to publish them again after Redis was lost. */
    public Map<String, Map<String, dev.edgewise.common.signal.reward.Reward>> rewards(Instant now) {
        throw new UnsupportedOperationException();
    }

    /** Types by name. @param after the name before the first one; empty: from the beginning */
    public List<TypeView> types(String after, int limit, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** One type; empty if nothing is known of it. */
    public Optional<TypeView> type(String type, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** The nodes of a type by name, without outcomes; none if nothing is known of it. */
    public List<CellView> nodes(String type, String after, int limit, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** A type on a node with the outcomes behind its value; empty if nothing is known. */
    public Optional<CellView> cell(String type, String node, Instant now) {
        throw new UnsupportedOperationException();
    }

    /**
     * Forgets what was learned, pins too; lives that were counted do not count again.
     *
     * @param node null: on all nodes
     * @return whether there was anything
     */
    public boolean forget(String type, @Nullable String node, Instant now) {
        throw new UnsupportedOperationException();
    }

    /**
     * Sets a value instead of the learned one: the state is quarantined if it is below {@link QuarantineSettings#below}, else open.
     *
     * @param value 0..1; null: the learned one again
     * @param until null: for good
     * @throws dev.edgewise.common.web.InvalidInputException names the field that is wrong and what is allowed
     */
    public void pin(String type, String node, @Nullable Double value, @Nullable Instant until, Instant now) {
        throw new UnsupportedOperationException();
    }
}
