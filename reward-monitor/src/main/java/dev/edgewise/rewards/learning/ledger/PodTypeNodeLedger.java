package dev.edgewise.rewards.learning.ledger;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The ledger of a type on a node: what remains when the process ends. It is written as a whole, so that nothing is
 * counted twice. Outcomes of what still runs are not in it.
 *
 * @param weight sum of the weights of the outcomes, as of {@code at}
 * @param sum sum of weight times value, 0 to {@code weight}
 * @param at time of the sums, in ms since the epoch
 * @param failures number of outcomes below 0.5 that were counted
 * @param quarantine whether pods may go there
 * @param pin value that operators set instead; null: none
 * @param pods counted outcomes of pods, by {@link dev.edgewise.rewards.outcomes.NameFingerprint} of the pod's uid; of
 *     pods that ended, the latest {@value #OVER}
 * @param overBefore pods that ended at this moment or before were counted, in ms since the epoch; 0: {@code pods} has
 *     all
 * @param keys latest idempotency keys, newest last
 * @param durations durations of the latest Jobs' pods there, in ms, newest last
 * @param outcomes recorded outcomes, newest first
 */
public record PodTypeNodeLedger(
        double weight,
        double sum,
        long at,
        long failures,
        QuarantineState quarantine,
        @Nullable Pin pin,
        Map<Long, CountedOutcomes> pods,
        long overBefore,
        List<Key> keys,
        List<Long> durations,
        List<RecordedOutcome> outcomes) {
    /**
     * The number of ended pods whose counted outcomes are kept: the API shows thousands of them where they are not
     * removed.
     */
    public static final int OVER = 256;

    /** The number of durations that are kept. */
    public static final int DURATIONS = 3;

    /** The largest number of idempotency keys that are kept. */
    public static final int KEYS = 512;

    public PodTypeNodeLedger {
        pods = Map.copyOf(pods);
        keys = List.copyOf(keys);
        durations = List.copyOf(durations);
        outcomes = List.copyOf(outcomes);
    }

    /**
     * An idempotency key: a report with the same one does not count again.
     *
     * @param print fingerprint of the key
     * @param at when it came, in ms since the epoch
     */
    public record Key(long print, long at) {}

    /**
     * A value that operators set.
     *
     * @param until when it ends; null: never
     */
    public record Pin(double value, @Nullable Instant until) {}
}
