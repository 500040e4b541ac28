package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.estimation.EstimationSettings;
import dev.edgewise.networkprobe.estimation.Neighbour;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.peers.PeerPlanner;
import dev.edgewise.networkprobe.peers.PeerSettings;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/** What decides whom to measure and what the rest may be. Called by one thread. */
interface RttModel {
    void report(String from, String to, long micros, Instant at);

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
