package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.estimation.EstimationSettings;
import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.peers.PeerPlanner;
import dev.edgewise.networkprobe.peers.PeerSettings;
import java.time.Instant;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** What decides which peers to measure and what the rest may be. Called by one thread. */
interface RttModel {
    void report(String from, String to, long micros, Instant at);

    /**
     * A pair was probed and does not answer.
     *
     * @return the nodes from and to which pairs may not be estimated any more by that; empty if it is not news
     */
    Set<String> silent(String from, String to, Instant at);

    /** Whether a pair may not be estimated, as it does not answer. */
    boolean isSilent(String from, String to);

    Map<String, List<String>> plan(Collection<String> nodes, Instant now);

    /** Whether enough is measured for estimates to be of use. */
    boolean isWarm();

    /** Of the wanted nodes those so many that are nearest to one, ascending. */
    List<Neighbour> nearest(String from, int most, Predicate<String> wanted);

    void remove(String node);

    /** Planner and estimator. */
    static RttModel of(PeerSettings peers, EstimationSettings estimation, RandomGenerator random) {
        RttEstimator estimator = new RttEstimator(estimation, random);
        PeerPlanner planner = new PeerPlanner(peers, estimator, random);
        return new RttModel() {
            @Override
            public void report(String from, String to, long micros, Instant at) {
                estimator.report(from, to, micros, at);
            }

            @Override
            public Set<String> silent(String from, String to, Instant at) {
                if (!estimator.silent(from, to, at)) {
                    return Set.of();
                }
                Set<String> nodes = new HashSet<>(estimator.mates(from));
                nodes.addAll(estimator.mates(to));
                return nodes;
            }

            @Override
            public boolean isSilent(String from, String to) {
                return estimator.isSilent(from, to);
            }

            @Override
            public Map<String, List<String>> plan(Collection<String> nodes, Instant now) {
                return planner.plan(nodes, now);
            }

            @Override
            public boolean isWarm() {
                return planner.warm();
            }

            @Override
            public List<Neighbour> nearest(String from, int most, Predicate<String> wanted) {
                return estimator.nearest(from, most, wanted);
            }

            @Override
            public void remove(String node) {
                estimator.remove(node);
            }
        };
    }
}
