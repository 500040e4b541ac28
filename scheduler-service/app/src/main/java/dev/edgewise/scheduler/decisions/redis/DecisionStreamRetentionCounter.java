package dev.edgewise.scheduler.decisions.redis;

import java.util.ArrayDeque;
import java.util.Deque;

/**
 * Counts the newest entries that may stay, so that the stream takes no more than its share of Redis. It knows the
 * entries of this process; earlier entries of others are trimmed as this one writes. Used by one thread.
 */
final class DecisionStreamRetentionCounter {
    /** The bytes that Redis keeps beside an entry's content. */
    private static final int OVERHEAD = 64;

    private final SharedDecisions.Limits limits;
    private final Deque<Integer> sizes = new ArrayDeque<>();
    private long total;
    private boolean full;

    DecisionStreamRetentionCounter(SharedDecisions.Limits limits) {
        this.limits = limits;
    }

    /** Notes an entry that is written. */
    void add(int bytes) {
        sizes.add(bytes + OVERHEAD);
        total += bytes + OVERHEAD;
        while (sizes.size() > 1 && (total > limits.bytes() || sizes.size() > limits.decisions())) {
            total -= sizes.remove();
            full = true;
        }
    }

    /** How many entries may stay. */
    int cap() {
        return full ? sizes.size() : limits.decisions();
    }
}
