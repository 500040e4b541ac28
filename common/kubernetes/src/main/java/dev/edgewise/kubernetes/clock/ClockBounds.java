package dev.edgewise.kubernetes.clock;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Bounds of the difference between the API server's clock and this machine's monotonic clock, in nanoseconds. An answer
 * bounds it by a second, in which the server dates it, and by its round trip; several answers bound it by what they
 * have in common. Answers that have nothing in common with those before count once they have come alone for some
 * seconds: the server's clock was set, or this machine was suspended. Where both kinds alternate, API servers disagree,
 * and those count that are nearer to this machine's clock. Not thread-safe.
 */
final class ClockBounds {
    private static final long RESOLUTION = 1_000_000_000;
    /** The two clocks may drift apart by 500 ppm. */
    private static final long DRIFT_DIVISOR = 2_000;
    /** Answers that outweigh those before. */
    private static final int CONFIRMED = 3;
    /** Time for which such answers must come alone before they are taken over. */
    private static final long HELD = 5 * RESOLUTION;
    /** Time after its last answer in which a range can be one of two that alternate. */
    private static final long REMEMBERED = 300 * RESOLUTION;

    private final LongSupplier machine;
    private @Nullable Range known;
    private @Nullable Range rival;
    /** Answers of the rival: since it appeared, and since the last one of the known range. */
    private int inAll;

    private int inARow;
    /** Time of the first of those, by the monotonic clock. */
    private long first;

    private long since;
    private @Nullable Disagreement disagreement;
    private long difference;

    /** The differences of two servers' clocks, in nanoseconds: the one that was used then, and the other. */
    record Disagreement(long used, long other) {}

    /** @param at when it was worked out, by the monotonic clock */
    private record Range(long low, long high, long at) {
        /** The range at a later time. */
        Range at(long now) {
            long drift = (now - at) / DRIFT_DIVISOR;
            return new Range(low - drift, high + drift, now);
        }

        /** Returns the intersection of both ranges; null if it is empty. */
        @Nullable
        Range with(Range other) {
            Range common = new Range(Math.max(low, other.low), Math.min(high, other.high), other.at);
            return common.low > common.high ? null : common;
        }

        long nearest(long value) {
            return Math.min(Math.max(value, low), high);
        }
    }

    /** @param machine the difference that this machine's wall clock has now, which holds where the bounds allow it */
    ClockBounds(LongSupplier machine) {
        this.machine = machine;
        this.difference = machine.getAsLong();
    }

    /**
     * Takes an answer.
     *
     * @param date by the server's clock, in whole seconds, as nanoseconds
     * @param sent when the request was sent, by the monotonic clock
     * @param received when the answer had come, by the monotonic clock
     */
    void heard(long date, long sent, long received) {
        Range now = new Range(date - received, date + RESOLUTION - sent, received);
        Range before = known;
        Range common = before == null ? now : before.at(received).with(now);
        if (common != null) {
            learn(common);
            inARow = 0;
        } else if (before != null) {
            doubt(before, now);
        }
    }

    private void doubt(Range before, Range now) {
        Range other = follow(now);
        boolean isAlternating = inAll >= CONFIRMED && before.at - first > 0 && now.at - before.at < REMEMBERED;
        boolean isHeld = inARow >= CONFIRMED && now.at - since >= HELD;
        if (isAlternating) {
            disagreement = new Disagreement(before.nearest(difference), other.nearest(difference));
        }
        if (isAlternating ? distance(other) < distance(before) : isHeld) {
            difference = machine.getAsLong();
            learn(other);
            rival = before;
            first = now.at;
            inARow = 0;
            inAll = isAlternating ? inAll : 0;
        }
    }

    /** Counts an answer of the rival, which may be a new one. */
    private Range follow(Range now) {
        Range last = rival;
        Range common = last == null || now.at - last.at > REMEMBERED
                ? null
                : last.at(now.at).with(now);
        if (common == null) {
            inAll = 0;
            inARow = 0;
            first = now.at;
        }
        inAll++;
        inARow++;
        since = inARow == 1 ? now.at : since;
        rival = common == null ? now : common;
        return rival;
    }

    private long distance(Range range) {
        long own = machine.getAsLong();
        return Math.abs(range.nearest(own) - own);
    }

    private void learn(Range range) {
        known = range;
        difference = range.nearest(difference);
    }

    /** The differences of two API servers that answer alternately with different times; null as long as none did. */
    @Nullable
    Disagreement disagreement() {
        return disagreement;
    }

    boolean isKnown() {
        return known != null;
    }

    /** The difference; changes no more than the bounds ask for. */
    long difference() {
        return difference;
    }
}
