package dev.edgewise.scheduler.reservations;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.scheduler.cluster.ReservationState;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import java.time.Instant;
import java.util.Map;

/**
 * A reservation as REST shows it.
 *
 * @param user who may take it
 * @param phase {@code Active}, {@code Taken}, {@code Expired} or {@code Unschedulable}; {@code Pending} until the leader has looked for room
 * @param pod the one that took it; absent if none did
 * @param message why it is in this phase; absent where the phase says it
 */
record ReservationResponse(
        String namespace,
        String name,
        String uid,
        String node,
        Map<String, String> resources,
        @JsonProperty("for") String user,
        String phase,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String pod,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String message,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String reason,
        Instant createdAt,
        Instant expires) {
    /** {@code Active} only once that is written: a new leader would know nothing of it before. */
    static ReservationResponse of(ReservationState state) {
        ReservationStatus now = state.now();
        return of(
                state.reservation(),
                now.phase() == Phase.ACTIVE ? state.reservation().status() : now);
    }

    static ReservationResponse of(Reservation reservation, ReservationStatus status) {
        return new ReservationResponse(
                reservation.key().namespace(),
                reservation.key().name(),
                reservation.uid(),
                reservation.node(),
                reservation.requests().quantities(),
                reservation.user().toString(),
                status.phase().text(),
                status.pod(),
                status.message(),
                reservation.reason(),
                reservation.createdAt(),
                reservation.expiresAt());
    }
}
