package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.estimation.NodePair;
import dev.edgewise.networkprobe.estimation.RttEstimator;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * Three nodes that all others measure once: nodes with similar times to them are near each other. The first is any
 * node, each next one is at the 70th percentile of the distance to the chosen ones; the farthest may be overloaded and
 * would ruin the profiles. It is chosen once half a batch of nodes has measured the one before. A landmark that fewer
 * than half of the nodes that tried could measure is replaced by another node: behind a firewall a node can be healthy
 * and yet unreachable.
 *
 * <p>Only so many nodes as make a batch measure a landmark at a time, drawn at random where more are new; each stops
 * once it has its value.
 */
final class Landmarks {
    static final int COUNT = 3;
    private static final double LOW = 0.6;
    private static final double HIGH = 0.8;
    private static final int TRIES = 2;
    /**
     * Number of rounds for which a node measures a silent landmark: until its silence is known, it would be estimated.
     */
    private static final int SILENT_ROUNDS = 6;

    private final RttEstimator estimator;
    private final int batch;
    private final RandomGenerator random;
    private final int[] landmarks = {-1, -1, -1};
    private final Set<Integer> unreachable = new HashSet<>();

    /** @param batch how many nodes may measure one landmark at a time */
    Landmarks(RttEstimator estimator, int batch, RandomGenerator random) {
        this.estimator = estimator;
        this.batch = batch;
        this.random = random;
    }

    /**
     * Takes what was measured, and returns what to measure next.
     *
     * @param round the number of this round, of which some may be left out
     */
    List<NodePair> missing(Collection<PlannerNode> probers, long round) {
        List<NodePair> missing = new ArrayList<>();
        for (int index = 0; index < COUNT; index++) {
            if (landmarks[index] < 0) {
                if (!missing.isEmpty() && !isKnownToHalfABatch(index - 1, probers)) {
                    break;
                }
                landmarks[index] = choose(probers);
            }
            takeMeasured(index, probers, round);
            if (isUnreachable(index, probers)) {
                unreachable.add(landmarks[index]);
                remove(landmarks[index], probers);
                landmarks[index] = choose(probers);
                takeMeasured(index, probers, round);
            }
            missing.addAll(ask(index, probers, round));
        }
        return missing;
    }

    /** Returns how many nodes have yet to be asked for a landmark, or once more. */
    long waiting(Collection<PlannerNode> probers) {
        return probers.stream()
                .filter(prober -> IntStream.range(0, COUNT).anyMatch(index -> isToAsk(index, prober)))
                .count();
    }

    private boolean isKnownToHalfABatch(int index, Collection<PlannerNode> probers) {
        long others = probers.stream()
                .filter(prober -> prober.knows(index) && prober.node != landmarks[index])
                .count();
        return 2 * others >= batch;
    }

    private boolean isUnreachable(int index, Collection<PlannerNode> probers) {
        int tried = 0;
        int failed = 0;
        for (PlannerNode prober : probers) {
            if (prober.node != landmarks[index]) {
                tried += prober.knows(index) || prober.landmarkTries[index] > 0 ? 1 : 0;
                failed += !prober.knows(index) && prober.landmarkTries[index] >= TRIES ? 1 : 0;
            }
        }
        return landmarks[index] >= 0 && 2 * failed > tried;
    }

    /** Replaces a landmark that is no longer there; all profiles lose it. */
    void remove(int node, Collection<PlannerNode> probers) {
        // Numbers are given again: what is said of this one must not stick to the next.
        unreachable.removeIf(each -> probers.stream().noneMatch(prober -> prober.node == each));
        for (int index = 0; index < COUNT; index++) {
            if (landmarks[index] == node) {
                landmarks[index] = -1;
                for (PlannerNode prober : probers) {
                    stop(prober, index, node);
                    prober.profile[index] = Double.NaN;
                    prober.landmarkTries[index] = 0;
                }
            }
        }
    }

    /**
     * The profile distance of two nodes: the mean of the two smallest differences of their logarithms, so that one bad
     * landmark does no harm; infinite if they have fewer than two landmarks in common.
     */
    static double distance(PlannerNode first, PlannerNode second) {
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

    private void takeMeasured(int index, Collection<PlannerNode> probers, long round) {
        int landmark = landmarks[index];
        for (PlannerNode prober : probers) {
            if (landmark < 0 || prober.knows(index)) {
                continue;
            }
            int micros = prober.node == landmark ? 0 : estimator.measured(prober.node, landmark);
            if (micros >= 0) {
                prober.profile[index] = Math.log1p(micros / 1e3);
                stop(prober, index, landmark);
            } else if (prober.landmarkTries[index] >= TRIES && round - prober.landmarkSince[index] >= SILENT_ROUNDS) {
                stop(prober, index, landmark);
            }
        }
    }

    /** Makes a node measure a landmark no longer, if it does for its profile. */
    private static void stop(PlannerNode prober, int index, int landmark) {
        if (prober.landmarkTries[index] > 0) {
            prober.peers().remove(landmark);
        }
    }

    private List<NodePair> ask(int index, Collection<PlannerNode> probers, long round) {
        int landmark = landmarks[index];
        List<PlannerNode> asked = new ArrayList<>();
        List<PlannerNode> others = new ArrayList<>();
        int silent = 0;
        for (PlannerNode prober : probers) {
            int tries = prober.landmarkTries[index];
            if (isToAsk(index, prober)) {
                (tries > 0 ? asked : others).add(prober);
            } else if (tries > 0 && !prober.knows(index) && prober.peers().contains(landmark)) {
                silent++;
            }
        }
        asked.addAll(draw(others, batch - silent - asked.size()));
        asked.forEach(prober -> count(prober, index, round));
        return asked.stream().map(prober -> new NodePair(prober.node, landmark)).toList();
    }

    private boolean isToAsk(int index, PlannerNode prober) {
        int landmark = landmarks[index];
        return landmark >= 0
                && prober.node != landmark
                && !prober.knows(index)
                && prober.landmarkTries[index] < TRIES
                && prober.left > 0
                && prober.landmarksLeft > 0;
    }

    private static void count(PlannerNode prober, int index, long round) {
        prober.left--;
        prober.landmarksLeft--;
        if (prober.landmarkTries[index]++ == 0) {
            prober.landmarkSince[index] = round;
        }
    }

    /** Returns at most this many of these, a random choice if there are more. */
    private List<PlannerNode> draw(List<PlannerNode> probers, int most) {
        if (probers.size() <= most) {
            return probers;
        }
        int wanted = Math.max(0, most);
        for (int place = 0; place < wanted; place++) {
            Collections.swap(probers, place, place + random.nextInt(probers.size() - place));
        }
        return probers.subList(0, wanted);
    }

    private int choose(Collection<PlannerNode> probers) {
        List<PlannerNode> candidates = new ArrayList<>(probers);
        candidates.removeIf(prober -> IntStream.of(landmarks).anyMatch(landmark -> landmark == prober.node)
                || unreachable.contains(prober.node));
        if (candidates.isEmpty()) {
            return -1;
        }
        List<PlannerNode> placed = new ArrayList<>(candidates);
        placed.removeIf(prober -> nearest(prober) == Double.POSITIVE_INFINITY);
        if (placed.isEmpty()) {
            return candidates.get(random.nextInt(candidates.size())).node;
        }
        placed.sort(Comparator.comparingDouble(Landmarks::nearest));
        List<PlannerNode> around = placed.subList((int) (LOW * placed.size()), (int) (HIGH * placed.size()) + 1);
        around.sort(Comparator.comparingDouble(Landmarks::sum));
        return around.get(around.size() / 2).node;
    }

    private static double sum(PlannerNode prober) {
        return DoubleStream.of(prober.profile)
                .filter(value -> !Double.isNaN(value))
                .map(Math::expm1)
                .sum();
    }

    private static double nearest(PlannerNode prober) {
        return DoubleStream.of(prober.profile)
                .filter(value -> !Double.isNaN(value))
                .min()
                .orElse(Double.POSITIVE_INFINITY);
    }
}
