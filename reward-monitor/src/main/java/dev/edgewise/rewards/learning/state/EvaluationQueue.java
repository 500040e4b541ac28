package dev.edgewise.rewards.learning.state;

import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/** The types on nodes by the time of their next evaluation. */
final class EvaluationQueue {
    private final PriorityQueue<Due> queue = new PriorityQueue<>((a, b) -> Long.compare(a.at(), b.at()));

    private record Due(long at, PodTypeNodeState state) {}

    /** Has a type on a node evaluated at this moment or before. */
    void add(PodTypeNodeState state, long at) {
        if (state.bringForward(at)) {
            queue.add(new Due(at, state));
        }
    }

    /** Takes the next type on a node whose evaluation is due; returns null if there is none. */
    @Nullable
    PodTypeNodeState next(long now) {
        while (!queue.isEmpty() && queue.element().at() <= now) {
            Due next = queue.remove();
            if (next.state().takeDue(next.at())) {
                return next.state();
            }
        }
        return null;
    }
}
