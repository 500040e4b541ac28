package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The verdict of a profile on every node for one pod.
 *
 * @param search the search that a decision would continue with
 * @param message why that node, or why none
 * @param nodes all nodes of the cluster: feasible ones best first, then the others by name
 * @param reasons how many nodes were rejected for each reason, first failing filter only, the most frequent first
 */
public record Explanation(NodeSearchResult search, String message, List<Verdict> nodes, Map<String, Integer> reasons) {
    /**
     * The findings about one node.
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
            List<SignalEvidence> signals) {}

    /** Returns the same nodes with another outcome. */
    public Explanation with(NodeSearchResult changed, String why) {
        return new Explanation(changed, why, nodes, reasons);
    }

    public String profile() {
        return search.decision().profile();
    }

    public Pod pod() {
        return search.decision().pod();
    }

    /** The one it would choose, or null. */
    public @Nullable String node() {
        return search.decision().node();
    }

    public Instant snapshotAt() {
        return search.decision().snapshotAt();
    }

    public List<SignalEvidence> signals() {
        return search.decision().signals();
    }
}
