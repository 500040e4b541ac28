package dev.edgewise.sandbox.evaluate;

import dev.edgewise.networkprobe.estimation.Estimate;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import dev.edgewise.networkprobe.peers.MaxMeasurers;
import dev.edgewise.networkprobe.peers.PeerPlanner;
import dev.edgewise.networkprobe.peers.PeersProperties;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;

/**
 * One first window of network-probe over a matrix: in each round every node measures those of its peers that it has not
 * measured yet, and every answer is the matrix' own. Each started probe counts, those to landmarks, mates and for
 * audits too.
 */
final class NetworkProbeSimulation {
    private static final Duration ROUND = Duration.ofSeconds(10);
    private static final int ECHOES = 5;
    private static final double MICROS = 1e3;
    private static final int MOST_ROUNDS = 1_000;

    private final double[][] ms;
    private final RttEstimator estimator;
    private final PeerPlanner planner;
    private final Map<String, Integer> rows = new TreeMap<>();
    private final Map<String, Set<String>> started = new HashMap<>();
    private Instant now = Instant.EPOCH.plus(Duration.ofDays(1));

    NetworkProbeSimulation(double[][] ms, int peers, double level, long seed) {
        this.ms = ms;
        Random random = new Random(seed);
        estimator = new RttEstimator(level, Duration.ofDays(1), random);
        planner = new PeerPlanner(settings(peers), MaxMeasurers.of(ROUND, ECHOES), estimator, random);
        for (int row = 0; row < ms.length; row++) {
            rows.put("node-" + row, row);
        }
    }

    /** Runs the window and judges all pairs. */
    RttEstimateAccuracy score() {
        for (int round = 0; round < MOST_ROUNDS && !planner.isWarm(); round++) {
            Map<String, List<String>> plan = planner.plan(rows.keySet(), now);
            if (!planner.isWarm()) {
                plan.forEach(this::measure);
            }
            now = now.plus(ROUND);
        }
        return judge();
    }

    private static PeersProperties settings(int peers) {
        PeersProperties defaults = PeersProperties.DEFAULTS;
        return new PeersProperties(0, peers, defaults.window(), defaults.limits());
    }

    private void measure(String from, List<String> peers) {
        Set<String> measured = started.computeIfAbsent(from, node -> new HashSet<>());
        for (String to : peers) {
            if (measured.add(to)) {
                estimator.report(from, to, Math.round(MICROS * between(from, to)), now);
            }
        }
    }

    private RttEstimateAccuracy judge() {
        RttEstimateAccuracy score =
                new RttEstimateAccuracy(new HashSet<>(estimator.sites().values()).size());
        for (String from : rows.keySet()) {
            score.probes(started.getOrDefault(from, Set.of()).size());
            Map<String, Estimate> estimates = estimator.estimates(from);
            for (String to : rows.keySet()) {
                if (!from.equals(to)) {
                    score.judge(between(from, to), estimates.get(to));
                }
            }
        }
        return score;
    }

    private double between(String from, String to) {
        return ms[rows.getOrDefault(from, 0)][rows.getOrDefault(to, 0)];
    }
}
