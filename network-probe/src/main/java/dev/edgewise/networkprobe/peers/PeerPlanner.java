package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;

/**
 * Decides whom each node measures. Called once a round; what the agents report meanwhile goes to the {@link RttEstimator},
 * from which the planner learns what to ask next. Confined to the thread of the estimator.
 */
public final class PeerPlanner {
    public PeerPlanner(PeerSettings settings, RttEstimator estimator, RandomGenerator random) {}

    /**
     * The peers of each node for this round, and so until the next call. A list changes by a few peers at a time; the longest
     * time a pair is in it is a window. Refreshes the estimator when it takes a step.
     *
     * @param nodes the healthy nodes; others neither measure nor are measured
     * @param now the time, never before that of the last call
     * @return for each node at most {@code peers} others, or all others in a small cluster
     */
    public Map<String, List<String>> plan(Collection<String> nodes, Instant now) {
        throw new UnsupportedOperationException();
    }

    /** Whether the first window is over: until then estimates are few and bounds mostly infinite. */
    public boolean warm() {
        throw new UnsupportedOperationException();
    }
}
