package dev.edgewise.rewards.learning;

import dev.edgewise.common.web.InvalidInputException;
import dev.edgewise.rewards.estimates.Evidence;
import dev.edgewise.rewards.estimates.Sums;
import dev.edgewise.rewards.outcomes.Cause;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Outcomes that applications report and queries return, and what people pin and forget. */
final class ReportedOutcomes {
    private static final int LONGEST_KEY = 128;
    /** So far clocks may differ. */
    private static final Duration AHEAD = Duration.ofMinutes(1);
    /** Of a pin that ends; the end is kept in ms. */
    private static final Duration LONGEST_PIN = Duration.ofDays(3_650);

    private final LearnerState state;
    private final Tally tally;

    ReportedOutcomes(LearnerState state, Tally tally) {
        this.state = state;
        this.tally = tally;
    }

    boolean push(PushedOutcome outcome, Instant now) {
        boolean isPushed = outcome.cause() == Cause.PUSHED;
        String key = isPushed ? outcome.key() : null;
        require(
                key == null || (!key.isEmpty() && key.length() <= LONGEST_KEY),
                "key",
                key,
                "of 1 to " + LONGEST_KEY + " characters");
        requireShare("value", outcome.value());
        require(
                isPushed || outcome.cause() == Cause.QUERY,
                "cause",
                outcome.cause(),
                Cause.PUSHED + " or " + Cause.QUERY);
        require(!outcome.at().isAfter(now.plus(AHEAD)), "at", outcome.at(), "at most 1 min ahead of " + now);
        Cell cell = cell(outcome.type(), outcome.node(), now);
        // Pods choose their keys without knowing of each other.
        if (key != null && !tally.isNew(cell, outcome.pod() + '/' + key, now.toEpochMilli())) {
            return false;
        }
        long at = Math.min(now.toEpochMilli(), outcome.at().toEpochMilli());
        tally.value(cell, Finding.ofPod(outcome.cause(), at, outcome.message()), outcome.value(), "");
        return true;
    }

    void pin(String type, String node, @Nullable Double value, @Nullable Instant until, Instant now) {
        if (value != null) {
            requireShare("value", value);
        }
        require(
                until == null || until.isAfter(now) && !until.isAfter(now.plus(LONGEST_PIN)),
                "until",
                until,
                "after " + now + ", by " + LONGEST_PIN.toDays() + " days at most");
        Cell cell = cell(type, node, now);
        cell.pin = value == null ? null : new TypeNodeLedger.Pin(value, until);
        tally.changed(cell, now.toEpochMilli());
    }

    void forget(Cell cell, long now) {
        if (!cell.standing.isOpen()) {
            cell.type.closed--;
        }
        cell.evidence = new Evidence(state.decay, Sums.NONE, now);
        cell.standing = Standing.open(now);
        cell.failures = 0;
        cell.pin = null;
        cell.outcomes = List.of();
        tally.changed(cell, now);
    }

    private Cell cell(String type, String node, Instant now) {
        require(state.types.containsKey(type), "type", type, "<namespace>.<name> of a type that pods have");
        require(state.exists(node), "node", node, "the name of a node");
        Cell cell = state.cell(type, node, now.toEpochMilli());
        if (cell == null) {
            throw new InvalidInputException(
                    "node", node, "one on which the type has run, as its namespace has too many types and nodes");
        }
        return cell;
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
