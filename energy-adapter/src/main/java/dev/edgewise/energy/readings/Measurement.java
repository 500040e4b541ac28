package dev.edgewise.energy.readings;

import dev.edgewise.common.signal.energy.BatteryFacts;
import dev.edgewise.common.signal.energy.EnergyLevel;
import dev.edgewise.common.web.InvalidInputException;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A source's measurement of a node.
 *
 * @param percent state of charge, 0..100 %
 * @param at when that was so, by the wall clock
 * @param validFor how long it may be relied on
 * @param stated the level, where the source knows it without the percentage; null if it follows from that
 */
public record Measurement(
        double percent, Instant at, Duration validFor, BatteryFacts battery, @Nullable EnergyLevel stated) {
    /** Tolerated lead of another clock over ours. */
    public static final Duration CLOCK_SKEW = Duration.ofSeconds(5);

    /** @throws InvalidInputException if the percentage is not one */
    public Measurement {
        if (!(percent >= 0 && percent <= 100)) {
            throw new InvalidInputException("percent", percent, "a number in 0..100");
        }
    }

    public Measurement(double percent, Instant at, Duration validFor) {
        this(percent, at, validFor, BatteryFacts.UNKNOWN, null);
    }

    /**
     * Returns this measurement, unless it is of the future.
     *
     * @throws InvalidInputException if it is
     */
    public Measurement notAfter(Instant now) {
        if (at.isAfter(now.plus(CLOCK_SKEW))) {
            throw new InvalidInputException(
                    "observedAt", at, "at most " + CLOCK_SKEW.toSeconds() + " s after the time here, " + now);
        }
        return this;
    }
}
