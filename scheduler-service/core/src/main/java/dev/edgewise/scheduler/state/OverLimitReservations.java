package dev.edgewise.scheduler.state;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.model.ReservationStatus;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The reservations of which nothing is kept, as their namespace has too many, until the API server knows it: then they
 * are not here any more either. Not thread-safe.
 */
final class OverLimitReservations {
    private final Map<ReservationKey, ReservationState> byKey = new HashMap<>();
    private final Map<String, ReservationKey> byUid = new HashMap<>();

    /** Takes in one, with the status that says so. */
    void put(Reservation reservation, ReservationStatus refusal) {
        remove(reservation.key());
        if (!reservation.status().equals(refusal) && !reservation.deleted()) {
            byKey.put(reservation.key(), new ReservationState(reservation, refusal));
            byUid.put(reservation.uid(), reservation.key());
        }
    }

    /** Returns the uid of the one that was there. */
    @Nullable
    String remove(ReservationKey key) {
        ReservationState known = byKey.remove(key);
        if (known == null) {
            return null;
        }
        byUid.remove(known.reservation().uid());
        return known.reservation().uid();
    }

    @Nullable
    ReservationState find(String uid) {
        ReservationKey key = byUid.get(uid);
        return key == null ? null : byKey.get(key);
    }

    void clear() {
        byKey.clear();
        byUid.clear();
    }
}
