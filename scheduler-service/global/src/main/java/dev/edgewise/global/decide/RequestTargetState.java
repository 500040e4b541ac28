package dev.edgewise.global.decide;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** The end that a request is on its way to. */
enum RequestTargetState {
    /** The work shall be ready in a cluster. */
    PLACE,
    /** The request is given up: no attempt is to become ready any more. What is ready stays. */
    FAIL,
    /** The objects of the request are deleted, and then it is CANCELLED. */
    CANCEL,
    /** The objects of the request are deleted, and then it is deleted itself. */
    DELETE,
    /** The request has ended; attempts that were given up are still to be cleaned. */
    REST;

    static RequestTargetState of(GlobalRequest request, Instant now) {
        if (request.deleting()) {
            return DELETE;
        }
        RequestPhase phase = request.status().phase();
        if (phase != RequestPhase.CANCELLED && request.spec().cancelled()) {
            return CANCEL;
        }
        if (phase.isFinal()) {
            return REST;
        }
        Instant deadline = deadline(request);
        boolean isLate = deadline != null && !now.isBefore(deadline);
        return request.problem() != null || isLate ? FAIL : PLACE;
    }

    /** Returns the moment at which the request is given up; null for never. */
    static @Nullable Instant deadline(GlobalRequest request) {
        return request.spec().deadline() == null
                ? null
                : request.createdAt().plus(request.spec().deadline());
    }

    /** Whether an attempt that is ready is to be deleted as well. */
    boolean isNothing() {
        return this == CANCEL || this == DELETE;
    }
}
