package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Three nodes that all others measure once: who sees them alike stands near each other. The first is any node, each next one is at
 * the 70th percentile of the distance to the chosen ones; the farthest may be overloaded and would ruin the profiles. A landmark
 * that fewer than half of those who tried could measure is replaced by a node that was none yet: behind a firewall a node can be
 * healthy and of no use here.
 */
final class Landmarks {
    static final int COUNT = 3;
    private static final double LOW = 0.6;
    private static final double HIGH = 0.8;
    private static final int TRIES = 2;

    private final RttEstimator estimator;
    private final RandomGenerator random;
    private final int[] landmarks = {-1, -1, -1};
    private final Set<Integer> unreachable = new HashSet<>();

    Landmarks(RttEstimator estimator, RandomGenerator random) {
        this.estimator = estimator;
        this.random = random;
    }

    /** Takes what was measured, and asks for what is missing; for one landmark more when nothing is. */
    List<NodePair> missing(Collection<Prober> probers) {
        for (int index = 0; index < COUNT; index++) {
            if (landmarks[index] < 0) {
                landmarks[index] = choose(probers);
            }
            List<NodePair> missing = missing(index, probers);
            if (missing.isEmpty() && isUnreachable(index, probers)) {
                unreachable.add(landmarks[index]);
                remove(landmarks[index], probers);
                landmarks[index] = choose(probers);
                missing = missing(index, probers);
            }
            if (!missing.isEmpty()) {
                return missing;
            }
        }
        return List.of();
    }

    private boolean isUnreachable(int index, Collection<Prober> probers) {
        int landmark = landmarks[index];
        long failed = probers.stream()
                .filter(prober -> prober.landmarkTries[index] >= TRIES && Double.isNaN(prober.profile[index]))
                .count();
        return landmark >= 0 && 2 * failed > probers.size() - 1;
    }

    /** Replaces a landmark that is no longer there; all profiles lose it. */
    void remove(int node, Collection<Prober> probers) {
        // Numbers are given again: what is said of this one must not stick to the next.
        unreachable.removeIf(each -> probers.stream().noneMatch(prober -> prober.node == each));
        for (int index = 0; index < COUNT; index++) {
            if (landmarks[index] == node) {
                landmarks[index] = -1;
                for (Prober prober : probers) {
                    prober.profile[index] = Double.NaN;
                    prober.landmarkTries[index] = 0;
                }
            }
        }
    }

    /**
     * The profile distance of two nodes: the mean of the two smallest differences of their logarithms, so that one bad landmark
     * does no harm; infinite if they have fewer than two landmarks in common.
     */
    static double distance(Prober first, Prober second) {
        double largest = 0;
        double sum = 0;
        int common = 0;
        for (int index = 0; index < COUNT; index++) {
            double difference = Math.abs(first.profile[index] - second.profile[index]);
            if (!Double.isNaN(difference)) {
                sum += difference;
                largest = Math.max(largest, difference);
                common++;
            }
        }
        return switch (common) {
            case 3 -> (sum - largest) / 2;
            case 2 -> sum / 2;
            default -> Double.POSITIVE_INFINITY;
        };
    }

    private List<NodePair> missing(int index, Collection<Prober> probers) {
        List<NodePair> missing = new ArrayList<>();
        int landmark = landmarks[index];
        for (Prober prober : probers) {
            if (landmark < 0 || !Double.isNaN(prober.profile[index])) {
                continue;
            }
            int micros = prober.node == landmark ? 0 : estimator.measured(prober.node, landmark);
            if (micros >= 0) {
                prober.profile[index] = Math.log1p(micros / 1e3);
            } else if (prober.landmarkTries[index] < TRIES && prober.left > 0) {
                prober.landmarkTries[index]++;
                prober.left--;
                missing.add(new NodePair(prober.node, landmark));
            }
        }
        return missing;
    }

    private int choose(Collection<Prober> probers) {
        List<Prober> candidates = new ArrayList<>(probers);
        candidates.removeIf(prober -> IntStream.of(landmarks).anyMatch(landmark -> landmark == prober.node)
                || unreachable.contains(prober.node));
        if (candidates.isEmpty()) {
            return -1;
        }
        List<Prober> placed = new ArrayList<>(candidates);
        placed.removeIf(prober -> nearest(prober) == Double.POSITIVE_INFINITY);
        if (placed.isEmpty()) {
            return candidates.get(random.nextInt(candidates.size())).node;
        }
        placed.sort(Comparator.comparingDouble(Landmarks::nearest));
        List<Prober> around = placed.subList((int) (LOW * placed.size()), (int) (HIGH * placed.size()) + 1);
        around.sort(Comparator.comparingDouble(Landmarks::sum));
        return around.get(around.size() / 2).node;
    }

    private static double sum(Prober prober) {
        return DoubleStream.of(prober.profile)
                .filter(value -> !Double.isNaN(value))
                .map(Math::expm1)
                .sum();
    }

    private static double nearest(Prober prober) {
        return DoubleStream.of(prober.profile)
                .filter(value -> !Double.isNaN(value))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
