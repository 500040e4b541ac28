package dev.edgewise.kubernetes.lease;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Stands between a replica's decisions and the cluster. It is open while the replica leads, and shuts by itself when the
 * Lease is not renewed in time, also if the thread that renews it is held up. Time is measured by the monotonic clock, and by the
 * wall clock as well: the first stands still while a machine is suspended, the second may be set; the fence shuts by
 * whichever has gone further. Safe for many threads.
 */
public final class Fence implements WriteGate {
    private final Ticker ticker;
    private final Clock clock;
    private volatile Opening opening = new Opening(new Reading(0, 0), 0);

    /** Both clocks at one moment. */
    record Reading(long nanos, long wallMillis) {}

    private record Opening(Reading since, long nanos) {}

    /** Begins shut. */
    public Fence(Ticker ticker, Clock clock) {
        this.ticker = ticker;
        this.clock = clock;
    }

    @Override
    public boolean isOpen() {
        return remainingNanos() > 0;
    }

    long remainingNanos() {
        Opening current = opening;
        Reading now = now();
        long passed = now.nanos() - current.since().nanos();
        long passedByTheWall =
                TimeUnit.MILLISECONDS.toNanos(now.wallMillis() - current.since().wallMillis());
        return current.nanos() - Math.max(passed, passedByTheWall);
    }

    Reading now() {
        return new Reading(ticker.nanos(), clock.millis());
    }

    void open(Reading since, Duration length) {
        opening = new Opening(since, length.toNanos());
    }

    void shut() {
        opening = new Opening(now(), 0);
    }
}
