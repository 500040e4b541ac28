package dev.edgewise.global.web;

import dev.edgewise.global.model.EnumText;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.policy.RequestExplanation;
import dev.edgewise.global.view.RequestResponse.AttemptResponse;
import java.util.List;

/**
 * The clusters that a request would go to now, and those in which it has been tried.
 *
 * @param phase of the request; {@code Hypothetical} if there is none
 * @param message of its status
 * @param levels each with its clusters in the order in which they would be tried
 */
record ExplainResponse(
        String policy,
        String phase,
        String message,
        List<String> chosen,
        List<AttemptResponse> attempts,
        List<RequestExplanation.Level> levels) {
    static ExplainResponse of(GlobalRequest request, RequestExplanation explanation) {
        return new ExplainResponse(
                EnumText.of(explanation.policy()),
                EnumText.of(request.status().phase()),
                request.status().message(),
                request.status().chosen(),
                request.status().attempts().stream().map(AttemptResponse::of).toList(),
                explanation.levels());
    }

    static ExplainResponse hypothetical(RequestExplanation explanation) {
        return new ExplainResponse(
                EnumText.of(explanation.policy()), "Hypothetical", "", List.of(), List.of(), explanation.levels());
    }
}
