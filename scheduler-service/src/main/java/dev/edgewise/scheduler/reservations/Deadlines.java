package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Reservation;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * When reservations end. What is left of the time to live is worked out when one is first seen, within 0 and the time to live, and
 * counted down by the monotonic clock: a wall clock that is wrong, or set meanwhile, keeps none for ever. Not thread-safe.
 */
final class Deadlines {
    private final Ticker ticker;
    private final Clock clock;
    private final Map<String, Long> byUid = new HashMap<>();

    Deadlines(Ticker ticker, Clock clock) {
        this.ticker = ticker;
        this.clock = clock;
    }

    /** Whether the time of the reservation is over. */
    boolean isOver(Reservation reservation) {
        return ticker.nanos() >= byUid.computeIfAbsent(reservation.uid(), first -> deadline(reservation));
    }

    /** Forgets all others. */
    void retain(Set<String> uids) {
        byUid.keySet().retainAll(uids);
    }

    private long deadline(Reservation reservation) {
        Duration left = Duration.between(clock.instant(), reservation.expiresAt());
        Duration longest = reservation.timeToLive();
        Duration within = left.isNegative() ? Duration.ZERO : left.compareTo(longest) > 0 ? longest : left;
        return ticker.nanos() + within.toNanos();
    }
}
