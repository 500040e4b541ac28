package dev.edgewise.rewards.learning;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.rewards.learning.facts.PushedOutcome;
import dev.edgewise.rewards.learning.ledger.PodTypeNodeLedger;
import dev.edgewise.rewards.learning.state.LearnerState;
import dev.edgewise.rewards.learning.state.Outcome;
import dev.edgewise.rewards.learning.state.OutcomeRecorder;
import dev.edgewise.rewards.learning.state.PodTypeNodeState;
import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Takes outcomes that applications report and queries return, and values that operators pin and forget. */
final class OutcomeIntake {
    private static final int LONGEST_KEY = 128;
    /** The largest difference of clocks. */
    private static final Duration AHEAD = Duration.ofMinutes(1);
    /** The longest time of a pin that ends; the end is kept in ms. */
    private static final Duration LONGEST_PIN = Duration.ofDays(3_650);

    private final LearnerState state;
    private final OutcomeRecorder recorder;

    OutcomeIntake(LearnerState state, OutcomeRecorder recorder) {
        this.state = state;
        this.recorder = recorder;
    }

    /** Counts an outcome with a value of its own; returns false if its key was known. */
    boolean push(PushedOutcome outcome, Instant now) {
        boolean isPushed = outcome.cause() == OutcomeCause.PUSHED;
        String key = isPushed ? outcome.key() : null;
        require(
                key == null || (!key.isEmpty() && key.length() <= LONGEST_KEY),
                "key",
                key,
                "of 1 to " + LONGEST_KEY + " characters");
        requireShare("value", outcome.value());
        require(
                isPushed || outcome.cause() == OutcomeCause.QUERY,
                "cause",
                outcome.cause(),
                OutcomeCause.PUSHED + " or " + OutcomeCause.QUERY);
        require(!outcome.at().isAfter(now.plus(AHEAD)), "at", outcome.at(), "at most 1 min ahead of " + now);
        PodTypeNodeState on = typeNode(outcome.type(), outcome.node(), now);
        // Pods choose their keys independently.
        if (key != null && !recorder.isNew(on, outcome.pod() + '/' + key, now.toEpochMilli())) {
            return false;
        }
        long at = Math.min(now.toEpochMilli(), outcome.at().toEpochMilli());
        recorder.value(on, Outcome.ofPod(outcome.cause(), at, outcome.message()), outcome.value(), "");
        return true;
    }

    /** Sets a value instead of the learned one; null: the learned one again. */
    void pin(String type, String node, @Nullable Double value, @Nullable Instant until, Instant now) {
        if (value != null) {
            requireShare("value", value);
        }
        require(
                until == null || until.isAfter(now) && !until.isAfter(now.plus(LONGEST_PIN)),
                "until",
                until,
                "after " + now + ", by " + LONGEST_PIN.toDays() + " days at most");
        PodTypeNodeState on = typeNode(type, node, now);
        state.pin(on, value == null ? null : new PodTypeNodeLedger.Pin(value, until), now.toEpochMilli());
    }

    private PodTypeNodeState typeNode(String type, String node, Instant now) {
        require(state.type(type) != null, "type", type, "<namespace>.<name> of a type that pods have");
        require(state.exists(node), "node", node, "the name of a node");
        PodTypeNodeState on = state.typeNode(type, node, now.toEpochMilli());
        if (on == null) {
            throw new InvalidInputException(
                    "node", node, "one on which the type has run, as its namespace has too many types and nodes");
        }
        return on;
    }

    private static void requireShare(String field, double value) {
        require(value >= 0 && value <= 1, field, value, "in 0..1");
    }

    private static void require(boolean holds, String field, @Nullable Object value, String allowed) {
        if (!holds) {
            throw new InvalidInputException(field, String.valueOf(value), allowed);
        }
    }
}
