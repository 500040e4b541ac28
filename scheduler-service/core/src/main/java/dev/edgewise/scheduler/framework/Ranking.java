package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.random.RandomGenerator;

/** The feasible nodes with their scores. Totals are the weighted mean over the scores that had something to say. */
final class Ranking {
    /** Totals closer than this are equal: they differ by rounding only. */
    private static final double SAME = 1e-9;

    private final List<NodeState> nodes;
    private final List<Profile.Weighted> scores = new ArrayList<>();
    private final List<double[]> values = new ArrayList<>();
    private final double[] totals;

    private Ranking(List<NodeState> nodes) {
        this.nodes = nodes;
        this.totals = new double[nodes.size()];
    }

    static Ranking of(Profile profile, Pod pod, Snapshot snapshot, List<NodeState> feasible) {
        return of(profile, pod, snapshot, feasible, () -> {});
    }

    /** @param beforeScore may end the work by what it throws */
    static Ranking of(Profile profile, Pod pod, Snapshot snapshot, List<NodeState> feasible, Runnable beforeScore) {
        Ranking ranking = new Ranking(feasible);
        for (Profile.Weighted weighted : profile.scores()) {
            beforeScore.run();
            double[] values = weighted.score().score(pod, snapshot, feasible);
            if (values.length > 0) {
                ranking.add(weighted, values);
            }
        }
        ranking.normalise();
        return ranking;
    }

    /** The position of a best node; each of several equal ones is as likely. */
    int best(RandomGenerator random) {
        int best = 0;
        int equals = 1;
        for (int i = 1; i < totals.length; i++) {
            if (totals[i] > totals[best] + SAME) {
                best = i;
                equals = 1;
            } else if (totals[i] > totals[best] - SAME && random.nextInt(++equals) == 0) {
                best = i;
            }
        }
        return best;
    }

    /** Returns whether no score has anything to say about the pod. */
    boolean isSilent() {
        return scores.isEmpty();
    }

    /** Returns how much of the profile's weight those scores have that had something to say, 0..1. */
    double share(Profile profile) {
        return sum(scores) / sum(profile.scores());
    }

    private static double sum(List<Profile.Weighted> scores) {
        double weights = 0;
        for (Profile.Weighted weighted : scores) {
            weights += weighted.weight();
        }
        return weights;
    }

    /**
     * Returns the totals of all nodes, in their order. The array is not copied: a caller that changes it asks nothing
     * more.
     */
    double[] totals() {
        return totals;
    }

    ScoredNode scored(int position) {
        return new ScoredNode(nodes.get(position).name(), parts(position), totals[position]);
    }

    List<ScoredNode.Part> parts(int position) {
        List<ScoredNode.Part> parts = new ArrayList<>(scores.size());
        for (int i = 0; i < scores.size(); i++) {
            Profile.Weighted weighted = scores.get(i);
            parts.add(new ScoredNode.Part(weighted.score().name(), values.get(i)[position], weighted.weight()));
        }
        return parts;
    }

    /** Positions of the best nodes, best first, of equal ones the first; the chosen one leads. */
    List<Integer> top(int count, int chosen) {
        Comparator<Integer> bestFirst = Comparator.<Integer>comparingDouble(position -> -totals[position])
                .thenComparing(Comparator.naturalOrder());
        PriorityQueue<Integer> worstFirst = new PriorityQueue<>(bestFirst.reversed());
        for (int i = 0; i < totals.length && count > 1; i++) {
            if (i != chosen && (worstFirst.size() < count - 1 || totals[i] > totals[worstFirst.element()])) {
                worstFirst.add(i);
                if (worstFirst.size() == count) {
                    worstFirst.remove();
                }
            }
        }
        List<Integer> top = new ArrayList<>(worstFirst);
        top.sort(bestFirst);
        top.add(0, chosen);
        return top;
    }

    private void add(Profile.Weighted weighted, double[] given) {
        double[] finite = finite(given);
        scores.add(weighted);
        values.add(finite);
        for (int i = 0; i < totals.length; i++) {
            totals[i] += weighted.weight() * finite[i];
        }
    }

    /**
     * Returns the values, of which those that are no finite numbers count as the worst: no total could be compared with
     * theirs.
     */
    private static double[] finite(double[] given) {
        double[] values = given;
        for (int i = 0; i < given.length; i++) {
            if (!Double.isFinite(given[i])) {
                values = values == given ? given.clone() : values;
                values[i] = 0;
            }
        }
        return values;
    }

    private void normalise() {
        double weights = sum(scores);
        for (int i = 0; i < totals.length && weights > 0; i++) {
            totals[i] /= weights;
        }
    }
}
