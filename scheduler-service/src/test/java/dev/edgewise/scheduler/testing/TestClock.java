package dev.edgewise.scheduler.testing;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until it is told to move. Starts a day after the pods of {@link TestPods} were created. */
public final class TestClock extends Clock {
    private volatile Instant now = TestPods.CREATED.plus(Duration.ofDays(1));

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
