package dev.edgewise.scheduler.decisions;

import dev.edgewise.scheduler.pipeline.ScoredNode;
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
record DecisionAnswer(
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
        List<SignalAnswer> signals) {
    /** One of the best feasible nodes. */
    record Best(String node, List<ScoreAnswer> scores, double total) {
        static Best of(ScoredNode scored) {
            return new Best(
                    scored.node(), scored.parts().stream().map(ScoreAnswer::of).toList(), scored.total());
        }
    }

    static DecisionAnswer of(DecisionRecord decision) {
        return new DecisionAnswer(
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
                decision.signals().stream().map(SignalAnswer::of).toList());
    }
}
