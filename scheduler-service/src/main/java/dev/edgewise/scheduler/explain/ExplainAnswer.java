package dev.edgewise.scheduler.explain;

import dev.edgewise.scheduler.decisions.SignalAnswer;
import dev.edgewise.scheduler.pipeline.Explanation;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a profile thinks of every node for one pod, as REST shows it.
 *
 * @param pod {@code namespace/name}
 * @param node the one it would choose, or null
 * @param nodes all nodes of the cluster: feasible ones best first, then the others by name
 */
record ExplainAnswer(
        String profile,
        String pod,
        @Nullable String node,
        String message,
        Instant snapshotAt,
        List<NodeVerdict> nodes,
        List<SignalAnswer> signals) {
    static ExplainAnswer of(Explanation explanation) {
        return new ExplainAnswer(
                explanation.profile(),
                explanation.pod(),
                explanation.node(),
                explanation.message(),
                explanation.snapshotAt(),
                explanation.nodes().stream().map(NodeVerdict::of).toList(),
                explanation.signals().stream().map(SignalAnswer::of).toList());
    }
}
