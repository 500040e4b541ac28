package dev.edgewise.scheduler.explain;

import dev.edgewise.scheduler.decisions.SignalResponse;
import dev.edgewise.scheduler.framework.Explanation;
import dev.edgewise.scheduler.framework.LazyList;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A profile's verdict on every node for one pod, as REST shows it.
 *
 * @param pod {@code namespace/name}
 * @param node the one it would choose, or null
 * @param nodes all nodes of the cluster: feasible ones best first, then the others by name; each is worked out when it
 *     is written
 */
record ExplainResponse(
        String profile,
        String pod,
        @Nullable String node,
        String message,
        Instant snapshotAt,
        List<NodeVerdict> nodes,
        List<SignalResponse> signals) {
    /** @param beforeEach runs before each node is worked out, and may end the answer by what it throws */
    static ExplainResponse of(Explanation explanation, Runnable beforeEach) {
        return new ExplainResponse(
                explanation.profile(),
                explanation.pod().key().toString(),
                explanation.node(),
                explanation.message(),
                explanation.snapshotAt(),
                LazyList.of(explanation.nodes(), verdict -> {
                    beforeEach.run();
                    return NodeVerdict.of(verdict);
                }),
                explanation.signals().stream().map(SignalResponse::of).toList());
    }
}
