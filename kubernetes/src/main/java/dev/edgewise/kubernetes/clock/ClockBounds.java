package dev.edgewise.kubernetes.clock;

import org.jspecify.annotations.Nullable;

/**
 * Bounds of the difference between the API server's clock and this machine's monotonic clock, in nanoseconds. An answer bounds it by a second, in which the
 * server dates it, and by its round trip; several answers bound it by what they have in common. One that has nothing in common with those before counts once
 * two more confirm it: the server's clock was set, or this machine was suspended. Not thread-safe.
 */
final class ClockBounds {
    private static final long RESOLUTION = 1_000_000_000;
    /** The two clocks may drift apart by 500 ppm. */
    private static final long DRIFT_DIVISOR = 2_000;
    /** Answers that outweigh those before. */
    private static final int CONFIRMED = 3;

    private @Nullable Range known;
    private @Nullable Range rival;
    private int agreeing;
    private long difference;

    /** @param at when it was worked out, by the monotonic clock */
    private record Range(long low, long high, long at) {
        /** The range at a later time. */
        Range at(long now) {
            long drift = (now - at) / DRIFT_DIVISOR;
            return new Range(low - drift, high + drift, now);
        }

        /** What the ranges have in common; null for nothing. */
        @Nullable
        Range with(Range other) {
            Range common = new Range(Math.max(low, other.low), Math.min(high, other.high), other.at);
            return common.low > common.high ? null : common;
        }

        long nearest(long value) {
            return Math.min(Math.max(value, low), high);
        }
    }

    /** @param machine the difference that this machine's wall clock has, which holds where the bounds allow it */
    ClockBounds(long machine) {
        this.difference = machine;
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
        } else {
            doubt(now);
        }
    }

    private void doubt(Range now) {
        Range common = rival == null ? null : rival.at(now.at).with(now);
        agreeing = common == null ? 1 : agreeing + 1;
        rival = common == null ? now : common;
        if (agreeing >= CONFIRMED) {
            learn(rival);
        }
    }

    private void learn(Range range) {
        known = range;
        rival = null;
        agreeing = 0;
        difference = range.nearest(difference);
    }

    boolean isKnown() {
        return known != null;
    }

    /** The difference; changes no more than the bounds ask for. */
    long difference() {
        return difference;
    }
}
