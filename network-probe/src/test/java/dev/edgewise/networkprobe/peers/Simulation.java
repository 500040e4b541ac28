package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.Estimate;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/** Rounds of 10 s in which every node measures its peers and reports, those that are mute excepted. */
final class Simulation {
    static final Duration WINDOW = Duration.ofMinutes(5);
    static final Duration ROUND = Duration.ofSeconds(10);
    static final int ECHOES = 5;

    /** Behaviour of the network. */
    @FunctionalInterface
    interface Network {
        long micros(String from, String to);
    }

    final RttEstimator estimator;
    final PeerPlanner planner;
    final Set<String> healthy = new TreeSet<>();
    final Set<String> mute = new HashSet<>();
    /** Peers that each node was given since this was cleared. */
    final Map<String, Set<String>> given = new HashMap<>();

    private final Network network;
    private Instant now = Instant.parse("2026-03-01T12:00:00Z");

    Simulation(Network network, List<String> names, int fullMeshUpTo, int peers, long seed) {
        this(network, names, fullMeshUpTo, peers, MaxMeasurers.of(ROUND, ECHOES), seed);
    }

    Simulation(Network network, List<String> names, int fullMeshUpTo, int peers, MaxMeasurers measurers, long seed) {
        this.network = network;
        Random random = new Random(seed);
        estimator = new RttEstimator(0.85, Duration.ofHours(1), random);
        planner = new PeerPlanner(
                new PeersProperties(fullMeshUpTo, peers, WINDOW, List.of(20.0, 40.0, 80.0)),
                measurers,
                estimator,
                random);
        healthy.addAll(names);
    }

    /** One round; the plan of it. */
    Map<String, List<String>> round() {
        Map<String, List<String>> plan = planner.plan(healthy, now);
        plan.forEach((from, peers) -> {
            given.computeIfAbsent(from, node -> new HashSet<>()).addAll(peers);
            for (String to : peers) {
                if (!mute.contains(from) && !mute.contains(to)) {
                    estimator.report(from, to, network.micros(from, to), now);
                }
            }
        });
        now = now.plus(ROUND);
        return plan;
    }

    /** Rounds until the first window is over; how many they were. */
    int warmUp() {
        int rounds = 0;
        while (!planner.isWarm() && rounds < 100) {
            round();
            rounds++;
        }
        return rounds;
    }

    void rounds(int count) {
        for (int round = 0; round < count; round++) {
            round();
        }
    }

    /** Precision over unmeasured pairs and recall over all pairs at a limit in ms. */
    double[] precisionAndRecall(double limit) {
        int accepted = 0;
        int rightly = 0;
        int within = 0;
        int found = 0;
        for (String from : healthy) {
            for (Map.Entry<String, Estimate> entry : estimator.estimates(from).entrySet()) {
                boolean isWithin = network.micros(from, entry.getKey()) <= 1e3 * limit;
                boolean isAccepted = entry.getValue().upperMicros() <= 1e3 * limit;
                within += isWithin ? 1 : 0;
                found += isWithin && isAccepted ? 1 : 0;
                if (isAccepted && !entry.getValue().measured()) {
                    accepted++;
                    rightly += isWithin ? 1 : 0;
                }
            }
        }
        return new double[] {(double) rightly / accepted, (double) found / within};
    }
}
