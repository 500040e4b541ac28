package dev.edgewise.global.decide;

import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestPhase;
import java.time.Duration;
import java.time.Instant;

/**
 * Says which records of requests have been kept long enough: of those that failed or were cancelled, and of which
 * nothing exists in any cluster. The record of a completed request accounts for work that runs, and deleting it deletes
 * that: it stays until a user deletes it.
 */
public final class EndedRequestRetentionRule {
    private EndedRequestRetentionRule() {}

    /** @param keptFor time since the end for which a record is kept */
    public static boolean isOver(GlobalRequest request, Duration keptFor, Instant now) {
        RequestPhase phase = request.status().phase();
        Instant ended = request.status().endedAt();
        return (phase == RequestPhase.FAILED || phase == RequestPhase.CANCELLED)
                && !request.deleting()
                && ended != null
                && !now.isBefore(ended.plus(keptFor))
                && request.status().attempts().stream()
                        .noneMatch(attempt -> attempt.phase().mayHaveObjects());
    }
}
