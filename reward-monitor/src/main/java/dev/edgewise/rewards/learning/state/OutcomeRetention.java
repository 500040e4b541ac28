package dev.edgewise.rewards.learning.state;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Bounds the memory of recorded outcomes: the {@value #MOST} types on nodes that had one last keep theirs, all others
 * the newest one. Where everything fails, those of all would not fit into memory.
 */
final class OutcomeRetention {
    private static final int MOST = 5_000;

    /** The states with more than one outcome, the latest ones last. */
    private final Map<PodTypeNodeState, Boolean> latest = new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<PodTypeNodeState, Boolean> eldest) {
            if (size() <= MOST) {
                return false;
            }
            eldest.getKey().shortenOutcomes();
            return true;
        }
    };

    /** Notes that a type on a node has one more outcome. */
    void added(PodTypeNodeState state) {
        if (state.outcomes().size() > 1) {
            latest.put(state, true);
        }
    }

    void remove(PodTypeNodeState state) {
        latest.remove(state);
    }
}
