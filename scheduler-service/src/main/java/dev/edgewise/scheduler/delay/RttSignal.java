package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.pipeline.SignalUse;
import dev.edgewise.scheduler.rtt.RttRow;
import java.time.Duration;
import java.time.Instant;

/** Names the round-trip times that a need was judged by, with their age. */
final class RttSignal {
    private RttSignal() {}

    static SignalUse of(Reference.Origin origin, Instant now) {
        String subject = origin.node() + " -> *";
        RttRow row = origin.row();
        if (row == null || row.size() == 0) {
            return new SignalUse("rtt", subject, null, SignalUse.State.MISSING);
        }
        Duration age = Duration.ofMillis(Math.max(0, now.toEpochMilli() - row.oldestObservation()));
        boolean stale = now.toEpochMilli() > row.firstExpiry();
        return new SignalUse("rtt", subject, age, stale ? SignalUse.State.STALE : SignalUse.State.FRESH);
    }
}
