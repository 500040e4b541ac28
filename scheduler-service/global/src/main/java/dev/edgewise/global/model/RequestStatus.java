package dev.edgewise.global.model;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The record of a request: all that a worker needs to continue it.
 *
 * @param failures passes over the expression without success; above a first limit it enters First, above a second it is
 *     FAILED
 * @param attempts in the order of their numbers
 * @param notBefore when it may be dispatched again after a failure; null for at once
 * @param startedAt when it was dispatched first; null before
 * @param endedAt when its phase became final; null before
 * @param message for people
 */
public record RequestStatus(
        RequestPhase phase,
        long observedGeneration,
        int failures,
        List<Attempt> attempts,
        @Nullable Instant notBefore,
        @Nullable Instant startedAt,
        @Nullable Instant endedAt,
        String message) {
    /** The record of a request that no replica has decided about. */
    public static final RequestStatus NEW =
            new RequestStatus(RequestPhase.QUEUED, 0, 0, List.of(), null, null, null, "");

    public RequestStatus {
        attempts = List.copyOf(attempts);
    }

    /** Returns the clusters in which the work runs. */
    public List<String> chosen() {
        return attempts.stream()
                .filter(attempt -> attempt.phase() == AttemptPhase.READY)
                .map(Attempt::cluster)
                .toList();
    }
}
