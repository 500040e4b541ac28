package dev.edgewise.kubernetes.clock;

import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Estimates the difference between the API server's clock and this machine's monotonic clock, in nanoseconds, as a
 * range.
 *
 * <p>Each response has a Date header in whole seconds, so it gives a range that is one second plus its round trip wide.
 * The intersection of the ranges of several responses is the known range, which becomes narrower.
 *
 * <p>A response whose range does not overlap the known one starts a second range, the rival. It replaces the known
 * range after {@value #CONFIRMED} responses in a row over 5 s: then the server's clock was set, or this machine was
 * suspended. If responses alternate between both ranges, several API servers have different clocks, and the range that
 * is nearer to this machine's own clock is used. Not thread-safe.
 */
final class ApiServerClockOffsetEstimator {
    private static final long RESOLUTION = 1_000_000_000;
    /** The two clocks may drift apart by 500 ppm. */
    private static final long DRIFT_DIVISOR = 2_000;
    /** The number of responses after which a rival can replace the known range. */
    private static final int CONFIRMED = 3;
    /** The time for which all responses must be of the rival before it replaces the known range. */
    private static final long HELD = 5 * RESOLUTION;
    /** The time after its last response in which a range still counts as one of two that alternate. */
    private static final long REMEMBERED = 300 * RESOLUTION;

    private final LongSupplier machine;
    private @Nullable Range known;
    private @Nullable Range rival;
    /**
     * The number of the rival's responses since it appeared; {@code inARow}: since the last response of the known
     * range.
     */
    private int inAll;

    private int inARow;
    /** The time of the rival's first response, by the monotonic clock. */
    private long first;

    private long since;
    private @Nullable Disagreement disagreement;
    private long difference;

    /** The differences of two servers' clocks, in nanoseconds: the one that was used then, and the other. */
    record Disagreement(long used, long other) {}

    /**
     * A range of the difference.
     *
     * @param at time for which it was computed, by the monotonic clock
     */
    private record Range(long low, long high, long at) {
        /** Returns the range at a later time, wider by the drift of both clocks. */
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
    ApiServerClockOffsetEstimator(LongSupplier machine) {
        this.machine = machine;
        this.difference = machine.getAsLong();
    }

    /**
     * Takes the date of a response.
     *
     * @param date date of the response by the server's clock, in whole seconds, as nanoseconds
     * @param sent time when the request was sent, by the monotonic clock
     * @param received time when the response was received, by the monotonic clock
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

    /** Counts a response of the rival, or begins a new rival with it. */
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
