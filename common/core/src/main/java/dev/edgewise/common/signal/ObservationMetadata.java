package dev.edgewise.common.signal;

import dev.edgewise.common.Require;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Time and source of a signal's observation, and its validity; to the millisecond.
 *
 * @param at when the value was observed
 * @param source who observed it, such as {@code agents} or {@value #STATIC}; never blank
 * @param validFor how long after {@code at} the value holds; 1 ms or more
 */
public record ObservationMetadata(Instant at, String source, Duration validFor) {
    /** The source of what a file says. */
    public static final String STATIC = "static";

    /** The source of what was put by hand. */
    public static final String MANUAL = "manual";

    public ObservationMetadata {
        if (source.isBlank()) {
            throw new IllegalArgumentException("source is blank: name who observed the signal");
        }
        Require.that(validFor.toMillis() >= 1, "validFor", validFor, "1 ms or more");
        at = at.truncatedTo(ChronoUnit.MILLIS);
        validFor = validFor.truncatedTo(ChronoUnit.MILLIS);
    }

    /** Whether people vouch for the value, in a file or by hand, instead of samples. */
    public boolean isStated() {
        return source.equals(STATIC) || source.equals(MANUAL);
    }

    /** The time since the observation; zero if {@code now} is earlier, as clocks of two machines differ. */
    public Duration age(Instant now) {
        return age(at, now);
    }

    /** The time from one moment to a later one; zero if it is earlier. */
    public static Duration age(Instant at, Instant now) {
        return now.isBefore(at) ? Duration.ZERO : Duration.between(at, now);
    }

    /** Whether the value is too old to be relied on: its age exceeds {@code validFor}. */
    public boolean staleAt(Instant now) {
        return age(now).compareTo(validFor) > 0;
    }
}
