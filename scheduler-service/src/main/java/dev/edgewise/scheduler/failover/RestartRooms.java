package dev.edgewise.scheduler.failover;

import dev.edgewise.scheduler.cluster.ClusterState;
import dev.edgewise.scheduler.cluster.ReservationState;
import dev.edgewise.scheduler.cycle.FailoverWriter;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import dev.edgewise.scheduler.protection.ProtectedPod;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The room that is reserved for what replaces lost pods, as it was at one moment. */
final class RestartRooms {
    private final Map<ReservationKey, Reservation> rooms = new HashMap<>();

    RestartRooms(ClusterState state) {
        for (ReservationState one : state.reservations().states()) {
            if (!one.now().phase().isEnd()) {
                rooms.put(one.reservation().key(), one.reservation());
            }
        }
    }

    /** That for one pod; null if there is none. */
    @Nullable
    Reservation find(ProtectedPod pod) {
        Reservation room = rooms.get(FailoverWriter.reservationFor(pod.pod()));
        return room != null && FailoverWriter.isFor(pod.pod(), room) ? room : null;
    }
}
