package dev.edgewise.networkprobe.estimation;

import java.time.Duration;

/**
 * How estimates are made.
 *
 * @param level probability that the true value keeps to a bound, 0.5..0.99; 0.85 accepts nine of ten pairs truly within a limit
 *     at a precision of 0.97 and more, 0.95 is strict
 * @param maxAge how long a measurement counts; positive
 */
public record EstimationSettings(double level, Duration maxAge) {
    public static final EstimationSettings DEFAULTS = new EstimationSettings(0.85, Duration.ofHours(2));

    public EstimationSettings {
        if (!(level >= 0.5 && level <= 0.99)) {
            throw new IllegalArgumentException("level is " + level + ": it must be in 0.5..0.99");
        }
        if (maxAge.isNegative() || maxAge.isZero()) {
            throw new IllegalArgumentException("max age is " + maxAge + ": it must be positive");
        }
    }
}
