package dev.edgewise.scheduler.recovery;

import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.plugins.recovery.FailoverWriter;
import dev.edgewise.scheduler.state.ClusterState;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The reservations for the replacements of lost pods, as they were at one moment. */
public final class ReplacementReservations {
    private final Map<ReservationKey, ReservationState> rooms = new HashMap<>();

    public ReplacementReservations(ClusterState state) {
        for (ReservationState one : state.reservations().states()) {
            if (FailoverWriter.isForRestart(one.reservation())) {
                rooms.put(one.reservation().key(), one);
            }
        }
    }

    /** Returns the reservation for the pod, also if it has ended; null if there is none. */
    @Nullable
    public ReservationState find(PodWithBackup pod) {
        ReservationState room = rooms.get(FailoverWriter.reservationFor(pod.pod()));
        return room != null && FailoverWriter.isFor(pod.pod(), room.reservation()) ? room : null;
    }

    /** Returns the reservation for the pod if it has not ended; null if there is none. */
    @Nullable
    public Reservation findOpen(PodWithBackup pod) {
        ReservationState room = find(pod);
        return room == null || isEnded(room) ? null : room.reservation();
    }

    /** Returns whether all have ended. */
    public boolean allEnded() {
        return rooms.values().stream().allMatch(ReplacementReservations::isEnded);
    }

    private static boolean isEnded(ReservationState room) {
        return room.now().phase().isEnd();
    }
}
