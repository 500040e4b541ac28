package dev.edgewise.networkprobe.estimation;

/**
 * The round-trip time from one node to another as far as it is known, with one-sided bounds.
 *
 * @param micros the most likely value in microseconds, positive; for a measured pair what was reported
 * @param lowerMicros with probability {@code level} the true value is at least this; ≤ {@code micros}
 * @param upperMicros with probability {@code level} the true value is at most this; ≥ {@code micros}; infinite when too
 *     little is known for any bound. A delay need is judged by it. A measured pair has no error: all three are the
 *     same.
 * @param basis what the estimate rests on
 * @param level probability of each bound by itself, such as 0.85
 */
public record Estimate(double micros, double lowerMicros, double upperMicros, EstimateBasis basis, double level) {
    public Estimate {
        if (!(lowerMicros >= 0 && lowerMicros <= micros && micros > 0 && micros <= upperMicros)) {
            throw new IllegalArgumentException("lower, value and upper are " + lowerMicros + ", " + micros + " and "
                    + upperMicros + " µs: they must be in this order, the value positive");
        }
    }

    public boolean measured() {
        return basis == EstimateBasis.MEASURED;
    }
}
