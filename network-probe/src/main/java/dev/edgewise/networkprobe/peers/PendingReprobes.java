package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.util.List;

/**
 * Waits for what was asked for: until nearly all pairs are measured, and at most a few rounds, as some nodes never
 * answer.
 */
final class PendingReprobes {
    private static final double ENOUGH = 0.98;
    private static final int PATIENCE = 3;

    private final RttEstimator estimator;
    private List<NodePair> awaited = List.of();
    private int rounds;

    PendingReprobes(RttEstimator estimator) {
        this.estimator = estimator;
    }

    void await(List<NodePair> pairs) {
        awaited = List.copyOf(pairs);
        rounds = 0;
    }

    /** Number of pairs that were requested last. */
    int awaited() {
        return awaited.size();
    }

    /** Whether the next step may begin; called once a round. */
    boolean ready() {
        long measured = awaited.stream()
                .filter(pair -> estimator.measured(pair.from(), pair.to()) >= 0)
                .count();
        return rounds++ >= PATIENCE || measured >= ENOUGH * awaited.size();
    }
}
