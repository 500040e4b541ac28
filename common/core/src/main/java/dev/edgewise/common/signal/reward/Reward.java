package dev.edgewise.common.signal.reward;

import dev.edgewise.common.Require;
import dev.edgewise.common.signal.ObservationMetadata;
import java.time.Instant;

/**
 * A learned reward: of the pods of a type on a node, of a type on all nodes, or of all pods on a node.
 *
 * @param value 0, all fail, to 1, none fails
 * @param samples outcomes that the value rests on, 0 or more; old ones count less, so it is seldom whole
 * @param confidence 0, nothing is known, to 1
 * @param state whether pods may go there, as of {@code since}
 * @param since when the state began
 * @param observed when, by which source, and for how long it is valid
 */
public record Reward(
        double value,
        double samples,
        double confidence,
        QuarantineStatus state,
        Instant since,
        ObservationMetadata observed) {
    public Reward {
        requireShare("value", value);
        requireShare("confidence", confidence);
        Require.that(samples >= 0 && samples < Double.POSITIVE_INFINITY, "samples", samples, "0 or more");
    }

    private static void requireShare(String field, double value) {
        Require.that(value >= 0 && value <= 1, field, value, "in 0..1");
    }
}
