package dev.edgewise.global.kubernetes;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.member.AttemptPhaseReader;
import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Asks the API server for the phase of an attempt, as the cache may be stale. */
final class ApiServerAttemptConfirmation implements AttemptPhaseReader {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int NOT_FOUND = 404;

    private final ApiServerClient api;

    ApiServerAttemptConfirmation(ApiServerClient api) {
        this.api = api;
    }

    @Override
    public @Nullable AttemptPhase phase(GlobalRequest request, Attempt attempt) {
        try {
            ApiResponse reply = api.get(GlobalRequestPaths.of(request.key()));
            if (reply.code() == NOT_FOUND) {
                return null;
            }
            if (!reply.isSuccess()) {
                throw new BusyException("The API server answers " + reply.message(), RETRY_AFTER);
            }
            GlobalRequest now = RequestReader.read(GlobalRequestObject.of(reply.json()));
            return now.status().attempts().stream()
                    .filter(each -> now.uid().equals(request.uid())
                            && each.number() == attempt.number()
                            && each.cluster().equals(attempt.cluster()))
                    .map(Attempt::phase)
                    .findFirst()
                    .orElse(null);
        } catch (ApiUnavailableException unanswered) {
            throw new BusyException("The API server does not answer", RETRY_AFTER);
        }
    }
}
