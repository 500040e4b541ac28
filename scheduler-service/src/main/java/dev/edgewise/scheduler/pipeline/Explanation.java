package dev.edgewise.scheduler.pipeline;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What a profile thinks of every node for one pod.
 *
 * @param node the one it would choose, or null
 * @param nodes all nodes of the cluster: feasible ones best first, then the others by name
 */
public record Explanation(
        String profile,
        String pod,
        @Nullable String node,
        String message,
        Instant snapshotAt,
        List<Verdict> nodes,
        List<SignalUse> signals) {
    /**
     * What was found about one node.
     *
     * @param rejections of every filter that rejects it, in the profile's order; empty if feasible
     * @param total weighted mean of the scores, 0..1; 0 if not feasible
     * @param signals what was known of this node
     */
    public record Verdict(
            String node,
            boolean feasible,
            List<Rejection> rejections,
            List<ScoredNode.Part> scores,
            double total,
            List<SignalUse> signals) {}
}
