package dev.edgewise.kubernetes.lease;

import dev.edgewise.common.WriteGate;
import dev.edgewise.common.time.Ticker;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * The write gate of a leader. It is open while the replica leads, and closes by itself when the Lease is not renewed in
 * time, even if the renewing thread is blocked. Time is measured by the monotonic and the wall clock: the first stops
 * while a machine is suspended, the second may be set; whichever is further closes the fence. Thread-safe.
 */
public final class LeaderWriteGate implements WriteGate {
    private final Ticker ticker;
    private final Clock clock;
    private volatile Opening opening = new Opening(new Reading(0, 0), 0);

    /** Readings of both clocks at one instant. */
    record Reading(long nanos, long wallMillis) {}

    private record Opening(Reading since, long nanos) {}

    public LeaderWriteGate(Ticker ticker, Clock clock) {
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
