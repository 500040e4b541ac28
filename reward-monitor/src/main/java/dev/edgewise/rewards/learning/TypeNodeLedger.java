package dev.edgewise.rewards.learning;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * All that survives of a type on a node when the process ends: what was counted, and of which lives. It is written at once, so that nothing is
 * counted twice. What still runs is not in it.
 *
 * @param weight sum of the weights of the outcomes, as of {@code at}
 * @param sum the same of weight times value, 0 to {@code weight}
 * @param at when the sums were those, in ms since the epoch
 * @param failures how many outcomes below 0.5 were counted
 * @param standing whether pods may go there
 * @param pin what people set instead; null: nothing
 * @param pods which lives of pods were counted, by {@link dev.edgewise.rewards.outcomes.Fingerprint} of the pod's uid; of those that are over, the latest
 *     {@value #OVER}
 * @param overBefore whatever was over at this moment or before was counted, in ms since the epoch; 0: that is all in {@code pods}
 * @param keys the latest idempotency keys, newest last
 * @param durations of the latest Jobs' pods there, in ms, newest last
 * @param outcomes to be shown, newest first
 */
public record TypeNodeLedger(
        double weight,
        double sum,
        long at,
        long failures,
        Standing standing,
        @Nullable Pin pin,
        Map<Long, Counted> pods,
        long overBefore,
        List<Key> keys,
        List<Long> durations,
        List<OutcomeView> outcomes) {
    /** Of so many pods that are over, what was counted is kept: the API shows thousands where nobody removes them. */
    static final int OVER = 256;

    /** This many durations are kept. */
    static final int DURATIONS = 3;

    /** This many idempotency keys are kept at most. */
    static final int KEYS = 512;

    public TypeNodeLedger {
        pods = Map.copyOf(pods);
        keys = List.copyOf(keys);
        durations = List.copyOf(durations);
        outcomes = List.copyOf(outcomes);
    }

    /**
     * What was stated once, and does not count again.
     *
     * @param print its fingerprint
     * @param at when it came, in ms since the epoch
     */
    public record Key(long print, long at) {}

    /**
     * A value that people set.
     *
     * @param until null: for good
     */
    public record Pin(double value, @Nullable Instant until) {}
}
