package dev.edgewise.scheduler.reservations;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.kubernetes.ApiServerResponseForwarder;
import dev.edgewise.scheduler.kubernetes.KubernetesReservations;
import dev.edgewise.scheduler.kubernetes.watch.ReservationConverter;
import dev.edgewise.scheduler.model.Reservation;
import dev.edgewise.scheduler.model.ReservationKey;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Creates and deletes reservations for callers, and passes on why the API server refuses one. */
final class ReservationApi {
    private final KubernetesReservations api;

    ReservationApi(KubernetesReservations api) {
        this.api = api;
    }

    /**
     * The result of a creation.
     *
     * @param isNew false if there was the same of that name before
     */
    record Created(Reservation reservation, boolean isNew) {}

    /**
     * Creates the object, unless there is the same of that name.
     *
     * @throws ResponseStatusException 409 if there is another of that name, or what the API server answers
     */
    Created create(Reservation wanted, ObjectNode object) {
        ApiResponse reply =
                ApiServerResponseForwarder.send(() -> api.create(wanted.key().namespace(), object.toString()));
        if (reply.isSuccess()) {
            return new Created(ReservationConverter.convert(reply.json()), true);
        }
        if (reply.code() != 409) {
            throw ApiServerResponseForwarder.refused(reply);
        }
        ApiResponse found = ApiServerResponseForwarder.send(() -> api.get(wanted.key()));
        if (!found.isSuccess()) {
            throw ApiServerResponseForwarder.refused(found);
        }
        Reservation known = readable(found);
        if (known == null || !isSame(known, wanted)) {
            throw new ResponseStatusException(
                    HttpStatus.CONFLICT,
                    "Reservation " + wanted.key()
                            + " exists and asks for something else: delete it, or take another name");
        }
        return new Created(known, false);
    }

    /** Returns the reservation; null if it cannot be read, as the API server may store such objects. */
    private static @Nullable Reservation readable(ApiResponse found) {
        try {
            return ReservationConverter.convert(found.json());
        } catch (InvalidObjectException unreadable) {
            return null;
        }
    }

    /** Deletes the reservation of that name, if there is one. */
    void delete(ReservationKey key) {
        ApiResponse reply = ApiServerResponseForwarder.send(() -> api.delete(key, null));
        if (!reply.isSuccess() && reply.code() != 404) {
            throw ApiServerResponseForwarder.refused(reply);
        }
    }

    private static boolean isSame(Reservation known, Reservation wanted) {
        return known.node().equals(wanted.node())
                && known.requests().equals(wanted.requests())
                && known.user().equals(wanted.user())
                && known.timeToLive().equals(wanted.timeToLive())
                && known.reason().equals(wanted.reason());
    }
}
