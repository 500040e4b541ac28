package dev.edgewise.common.testing;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;

/** A ticker that stands still until a test advances it. */
public final class ManualTicker implements Ticker {
    private final AtomicLong nanos = new AtomicLong();

    @Override
    public long nanos() {
        return nanos.get();
    }

    /** @param time not negative */
    public void advance(Duration time) {
        if (time.isNegative()) {
            throw new IllegalArgumentException(
                    "time is " + time + ", must not be negative: a monotonic clock never falls");
        }
        nanos.addAndGet(time.toNanos());
    }
}
