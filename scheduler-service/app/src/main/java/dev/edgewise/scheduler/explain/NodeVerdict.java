package dev.edgewise.scheduler.explain;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.scheduler.decisions.ScoreResponse;
import dev.edgewise.scheduler.decisions.SignalResponse;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.ScoredNode;
import java.util.List;
import java.util.stream.Stream;

/**
 * The verdict on one node.
 *
 * @param rejections one for each reason of each filter that rejects it, at most 20 of one filter; empty if feasible
 * @param total weighted mean of the scores, 0..1; 0 if not feasible
 * @param signals what was known of this node, and whether it was measured or estimated; absent if nothing was asked
 */
record NodeVerdict(
        String node,
        boolean feasible,
        List<RejectionResponse> rejections,
        List<ScoreResponse> scores,
        double total,
        @JsonInclude(JsonInclude.Include.NON_EMPTY) List<SignalResponse> signals) {
    /**
     * A filter's reason to reject the node.
     *
     * @param resolvable whether evicting pods could help
     */
    record RejectionResponse(String filter, String reason, boolean resolvable) {
        private static final int MOST_REASONS = 20;

        static Stream<RejectionResponse> of(Rejection rejection) {
            return rejection.reasons().stream()
                    .limit(MOST_REASONS)
                    .map(reason -> new RejectionResponse(rejection.filter(), reason, rejection.resolvable()));
        }
    }

    static NodeVerdict of(Explanation.Verdict verdict) {
        return new NodeVerdict(
                verdict.node(),
                verdict.feasible(),
                verdict.rejections().stream().flatMap(RejectionResponse::of).toList(),
                verdict.scores().stream().map(ScoreResponse::of).toList(),
                verdict.total(),
                verdict.signals().stream().map(SignalResponse::of).toList());
    }

    static NodeVerdict of(ScoredNode scored) {
        List<ScoreResponse> scores =
                scored.parts().stream().map(ScoreResponse::of).toList();
        return new NodeVerdict(scored.node(), true, List.of(), scores, scored.total(), List.of());
    }
}
