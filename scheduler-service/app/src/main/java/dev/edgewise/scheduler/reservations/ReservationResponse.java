package dev.edgewise.scheduler.reservations;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationStatus;
import dev.edgewise.scheduler.model.ReservationStatus.Phase;
import dev.edgewise.scheduler.state.ReservationState;
import dev.edgewise.scheduler.state.protection.BackupReserveObject;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A reservation as REST shows it.
 *
 * @param resources what is kept; where {@code recovery}, with {@code pods}
 * @param user who may take it
 * @param recovery whether it shows what its node keeps for failures of others, in all: it holds no room of its own, and
 *     does not end by itself
 * @param phase {@code Active}, {@code Taken}, {@code Expired} or {@code Unschedulable}; {@code Pending} until the
 *     leader has looked for room
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
        @JsonInclude(JsonInclude.Include.NON_DEFAULT) boolean recovery,
        String phase,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String pod,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String message,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) String reason,
        Instant createdAt,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable Instant expires) {
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
                false,
                status.phase().text(),
                status.pod(),
                status.message(),
                reservation.reason(),
                reservation.createdAt(),
                reservation.expiresAt());
    }

    static ReservationResponse of(BackupReserveObject reserve) {
        return new ReservationResponse(
                reserve.key().namespace(),
                reserve.key().name(),
                reserve.uid(),
                reserve.node(),
                reserve.keeps().quantities(),
                BackupReserveObject.USER,
                true,
                reserve.status().phase().text(),
                "",
                reserve.status().message(),
                reserve.reason(),
                reserve.createdAt(),
                null);
    }

    /** Unlike that of any other. */
    String fullName() {
        return namespace + "/" + name;
    }
}
