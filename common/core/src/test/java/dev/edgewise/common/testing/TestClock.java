package dev.edgewise.common.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that moves only when the test moves it. Starts at {@link #START}. */
public final class TestClock extends Clock {
    public static final Instant START = Instant.parse("2026-01-01T00:00:00Z").plus(Duration.ofDays(1));

    private volatile Instant now = START;

    public void advance(Duration duration) {
        now = now.plus(duration);
    }

    @Override
    public Instant instant() {
        return now;
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
