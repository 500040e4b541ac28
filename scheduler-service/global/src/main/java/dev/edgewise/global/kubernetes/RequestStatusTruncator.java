package dev.edgewise.global.kubernetes;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.RequestStatus;
import java.util.ArrayList;
import java.util.List;

/**
 * Reduces a status that the API server refuses to what decisions need: a request whose record cannot be written would
 * never end.
 */
final class RequestStatusTruncator {
    private static final int LONGEST_TEXT = 100;

    private RequestStatusTruncator() {}

    /**
     * Returns the status with short texts, without attempts of earlier rounds that are cleaned. The last attempt stays,
     * as numbers count on from it.
     */
    static RequestStatus of(RequestStatus status) {
        List<Attempt> attempts = status.attempts();
        List<Attempt> kept = new ArrayList<>();
        for (int i = 0; i < attempts.size(); i++) {
            Attempt attempt = attempts.get(i);
            boolean isCleaned = attempt.phase() == AttemptPhase.CLEANED;
            boolean isNeeded = !isCleaned || attempt.round() >= status.failures() || i == attempts.size() - 1;
            if (isNeeded) {
                String reason = isCleaned ? "" : cut(attempt.reason());
                kept.add(attempt.in(attempt.phase(), reason, attempt.since()));
            }
        }
        return new RequestStatus(
                status.phase(),
                status.observedGeneration(),
                status.failures(),
                kept,
                status.notBefore(),
                status.startedAt(),
                status.endedAt(),
                cut(status.message()));
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_TEXT ? text : text.substring(0, LONGEST_TEXT - 1) + "…";
    }
}
