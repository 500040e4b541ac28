package dev.edgewise.common.signal.publish;

import dev.edgewise.common.time.SteadyTime;
import java.time.Duration;
import java.time.Instant;

/**
 * A moment by two clocks. The monotonic clock stops while a machine is suspended, and the wall clock may be set: the
 * time that has passed is that of the clock that went further.
 */
record ClockReading(Instant steady, Instant wall) {
    static ClockReading of(SteadyTime time) {
        Instant now = time.now();
        return new ClockReading(now, time.wall(now));
    }

    /** Whether so much time has passed from this moment until now. */
    boolean isPast(Duration length, ClockReading now) {
        return !now.steady.isBefore(steady.plus(length)) || !now.wall.isBefore(wall.plus(length));
    }
}
