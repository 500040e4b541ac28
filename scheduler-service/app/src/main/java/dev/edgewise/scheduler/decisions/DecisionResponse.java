package dev.edgewise.scheduler.decisions;

import dev.edgewise.scheduler.framework.ScoredNode;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A decision as REST shows it.
 *
 * @param pod {@code namespace/name}
 * @param outcome {@code scheduled} or {@code unschedulable}
 * @param nodes how many nodes the cluster had
 * @param feasible how many feasible nodes were found before the search stopped
 * @param reasons how many nodes were rejected for each reason; empty when a node was found
 */
record DecisionResponse(
        String pod,
        String uid,
        String profile,
        String outcome,
        @Nullable String node,
        String message,
        Instant decidedAt,
        Instant snapshotAt,
        int nodes,
        int feasible,
        Map<String, Integer> reasons,
        List<Best> best,
        List<SignalResponse> signals) {
    /** A node among the best feasible ones, with its scores. */
    record Best(String node, List<ScoreResponse> scores, double total) {
        static Best of(ScoredNode scored) {
            return new Best(
                    scored.node(),
                    scored.parts().stream().map(ScoreResponse::of).toList(),
                    scored.total());
        }
    }

    static DecisionResponse of(DecisionRecord decision) {
        return new DecisionResponse(
                decision.pod().toString(),
                decision.uid(),
                decision.profile(),
                decision.outcome().toString(),
                decision.node(),
                decision.message(),
                decision.position().at(),
                decision.snapshotAt(),
                decision.nodes(),
                decision.feasible(),
                decision.reasons(),
                decision.best().stream().map(Best::of).toList(),
                decision.signals().stream().map(SignalResponse::of).toList());
    }
}
