package dev.edgewise.scheduler.state;

import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What has become of reservations, for one that follows it. Thread-safe. */
public interface ReservationStates {
    /** What has become of each; the same list until something changes. */
    List<ReservationState> states();

    /** The uids of those that have changed, come or gone since the last call. For one caller. */
    Set<String> takeChanged();

    /** What has become of one, also of one that is refused and not kept; null if it is gone. */
    @Nullable
    ReservationState find(String uid);
}
