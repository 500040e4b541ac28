package dev.edgewise.scheduler.state;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The states of reservations, for a follower. Thread-safe. */
public interface ReservationStateView {
    /** Returns the state of each reservation; the same list until something changes. */
    List<ReservationState> states();

    /** Returns the uids of the reservations that have changed, come or gone since the last call. For one caller. */
    Set<String> takeChanged();

    /** Returns the state of a reservation, also of one that is refused and not kept; null if it is gone. */
    @Nullable
    ReservationState find(String uid);
}
