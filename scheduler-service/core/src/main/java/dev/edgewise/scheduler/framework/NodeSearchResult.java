package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.state.HeldCapacity;
import org.jspecify.annotations.Nullable;

/**
 * A search for a node and its outcome, for callers that look further when it found none.
 *
 * @param feasibility of the pod in the snapshot that was searched
 * @param taken the room that is kept for the pod on its node, and that it takes; null if it takes none
 * @param refusal why nodes were rejected: all of them if the decision names no node
 */
public record NodeSearchResult(
        Decision decision, FeasibilityCheck feasibility, Diagnosis refusal, @Nullable HeldCapacity taken) {
    /** Returns this search with another decision. */
    public NodeSearchResult with(Decision changed) {
        return new NodeSearchResult(changed, feasibility, refusal, changed.isPlaced() ? taken : null);
    }
}
