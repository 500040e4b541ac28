package dev.edgewise.common.time;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;

/**
 * Moments that intervals can be measured between, whatever happens to the wall clock, and what people call them. They
 * begin with 2026 when this is made, so that one that is taken for wall time by mistake shows. Safe for many threads.
 */
public final class SteadyTime {
    private static final Instant BEGIN = Instant.parse("2026-01-01T00:00:00Z");

    private final Ticker ticker;
    private final Clock clock;

    public SteadyTime(Ticker ticker, Clock clock) {
        this.ticker = ticker;
        this.clock = clock;
    }

    /** The current moment; never before one that was returned earlier. */
    public Instant now() {
        return BEGIN.plusNanos(ticker.nanos());
    }

    /** Converts a moment to the time of the wall clock as it is set now. */
    public Instant wall(Instant moment) {
        return clock.instant().plus(Duration.between(now(), moment));
    }
}
