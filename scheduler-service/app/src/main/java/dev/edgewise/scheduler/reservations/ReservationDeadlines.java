package dev.edgewise.scheduler.reservations;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.scheduler.model.Reservation;
import java.time.Clock;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The moments at which reservations end. The rest of the time to live is computed when a reservation is first seen,
 * within 0 and the time to live, and counted down by the monotonic clock, so that setting the clock changes nothing. A
 * reservation that appears after the first list was just created, and has its whole time, whatever the clock says. Not
 * thread-safe.
 */
final class ReservationDeadlines {
    private final Ticker ticker;
    private final Clock clock;
    private final Map<String, Long> byUid = new HashMap<>();
    private boolean allSeen;

    /** @param clock of the API server, which has dated them */
    ReservationDeadlines(Ticker ticker, Clock clock) {
        this.ticker = ticker;
        this.clock = clock;
    }

    /** Whether the time of the reservation is over. */
    boolean isOver(Reservation reservation) {
        return ticker.nanos() >= byUid.computeIfAbsent(reservation.uid(), first -> deadline(reservation));
    }

    /**
     * Forgets all others.
     *
     * @param all whether these are all reservations there are: further ones are new
     */
    void retain(Set<String> uids, boolean all) {
        byUid.keySet().retainAll(uids);
        allSeen |= all;
    }

    private long deadline(Reservation reservation) {
        Duration longest = reservation.timeToLive();
        Duration left = allSeen ? longest : Duration.between(clock.instant(), reservation.expiresAt());
        Duration within = left.isNegative() ? Duration.ZERO : left.compareTo(longest) > 0 ? longest : left;
        return ticker.nanos() + within.toNanos();
    }
}
