package dev.edgewise.examples.slots.learning;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;

/**
 * Chooses the jobs that share a node, so that the pairs lose the least time in sum. The search is exact and takes a
 * step for each subset of the jobs: the recursion of M. Held and R. M. Karp, "A Dynamic Programming Approach to
 * Sequencing Problems", Journal of SIAM 10(1), 1962.
 */
public final class PairChooser {
    /** Jobs that are matched at once. */
    static final int MOST_AT_ONCE = 16;

    private static final byte ALONE = -1;

    private final List<String> jobs;
    private final int mostAlone;
    private final ToDoubleFunction<JobPair> cost;
    /**
     * For each subset of the jobs, and each number of them that are alone: the least cost, and the partner of its last
     * job.
     */
    private final double[][] least;

    private final byte[][] partner;

    private PairChooser(List<String> jobs, int nodes, ToDoubleFunction<JobPair> cost) {
        this.jobs = jobs;
        this.mostAlone = 2 * Math.min(nodes, jobs.size()) - jobs.size();
        this.cost = cost;
        this.least = new double[mostAlone + 1][1 << jobs.size()];
        this.partner = new byte[mostAlone + 1][1 << jobs.size()];
    }

    /**
     * Chooses pairs of jobs for some nodes with two slots each. Where there are nodes enough, jobs run alone; where
     * there are more jobs than two for each node, the last ones have to wait. More than {@value #MOST_AT_ONCE} jobs are
     * matched in groups, in their order.
     *
     * @param jobs the ones to run, the most urgent first
     */
    public static Choice choose(List<String> jobs, int nodes, ToDoubleFunction<JobPair> cost) {
        List<String> running = jobs.subList(0, Math.min(jobs.size(), 2 * nodes));
        List<JobPair> pairs = new ArrayList<>();
        List<String> alone = new ArrayList<>();
        int left = nodes;
        for (int from = 0; from < running.size(); from += MOST_AT_ONCE) {
            List<String> group = running.subList(from, Math.min(running.size(), from + MOST_AT_ONCE));
            int later = running.size() - from - group.size();
            // Later jobs need half a node each, at least.
            Choice choice = new PairChooser(group, left - (later + 1) / 2, cost).search();
            pairs.addAll(choice.pairs());
            alone.addAll(choice.alone());
            left -= choice.pairs().size() + choice.alone().size();
        }
        return new Choice(pairs, alone);
    }

    private Choice search() {
        Arrays.stream(least).forEach(costs -> Arrays.fill(costs, Double.POSITIVE_INFINITY));
        least[0][0] = 0;
        for (int subset = 1; subset < 1 << jobs.size(); subset++) {
            for (int alone = 0; alone <= mostAlone; alone++) {
                extend(subset, alone);
            }
        }
        return choice();
    }

    /** Finds the best partner of the last job of a subset. */
    private void extend(int subset, int alone) {
        int last = last(subset);
        int others = subset & ~(1 << last);
        if (alone > 0) {
            keep(subset, alone, ALONE, least[alone - 1][others]);
        }
        for (int other = 0; other < last; other++) {
            if ((others & (1 << other)) != 0) {
                double before = least[alone][others & ~(1 << other)];
                keep(subset, alone, (byte) other, before + cost.applyAsDouble(pair(other, last)));
            }
        }
    }

    private void keep(int subset, int alone, byte with, double sum) {
        if (sum < least[alone][subset]) {
            least[alone][subset] = sum;
            partner[alone][subset] = with;
        }
    }

    private Choice choice() {
        List<JobPair> pairs = new ArrayList<>();
        List<String> single = new ArrayList<>();
        int alone = mostAlone;
        for (int subset = (1 << jobs.size()) - 1; subset > 0; ) {
            int last = last(subset);
            int other = partner[alone][subset];
            subset &= ~(1 << last);
            if (other == ALONE) {
                single.add(jobs.get(last));
                alone--;
            } else {
                pairs.add(pair(other, last));
                subset &= ~(1 << other);
            }
        }
        pairs.sort(null);
        single.sort(null);
        return new Choice(pairs, single);
    }

    private JobPair pair(int one, int other) {
        return JobPair.of(jobs.get(one), jobs.get(other));
    }

    private static int last(int subset) {
        return Integer.SIZE - 1 - Integer.numberOfLeadingZeros(subset);
    }

    /**
     * Jobs for nodes.
     *
     * @param pairs jobs that share a node
     * @param alone jobs with a node of their own
     */
    public record Choice(List<JobPair> pairs, List<String> alone) {
        public Choice {
            pairs = List.copyOf(pairs);
            alone = List.copyOf(alone);
        }
    }
}
