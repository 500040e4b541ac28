package dev.edgewise.examples.slots.learning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.ToDoubleFunction;

/**
 * The best way to pair all jobs, and the rival way that is hardest to tell from it. This is how pure exploration
 * decides: the difference of two sums of means, in standard errors of that difference (S. Chen, T. Lin, I. King, M. R.
 * Lyu, W. Chen, "Combinatorial Pure Exploration of Multi-Armed Bandits", NIPS 2014; A. Garivier, E. Kaufmann, "Optimal
 * Best Arm Identification with Fixed Confidence", COLT 2016).
 *
 * @param best the pairs that lose the least time in sum
 * @param open pairs in which the nearest rival and the best differ; none without a rival
 * @param distance between them in standard errors
 */
public record BestAndRivalJobPairs(List<JobPair> best, Set<JobPair> open, double distance) {
    /** Jobs whose ways are all compared: 10 have 945. */
    public static final int MOST_JOBS = 10;

    public BestAndRivalJobPairs {
        best = List.copyOf(best);
        open = Set.copyOf(open);
    }

    /**
     * Compares all ways to pair jobs, one of which stays alone if their number is odd.
     *
     * @param cost of a pair
     * @param varianceOfMean of that cost
     * @param tolerance cost that a rival may save without being searched for
     */
    public static BestAndRivalJobPairs of(
            List<String> jobs,
            ToDoubleFunction<JobPair> cost,
            ToDoubleFunction<JobPair> varianceOfMean,
            double tolerance) {
        List<List<JobPair>> ways = ways(jobs);
        List<JobPair> best = ways.stream()
                .min(Comparator.comparingDouble(way -> sum(way, cost)))
                .orElseThrow();
        Set<JobPair> nearest = Set.of();
        double least = Double.POSITIVE_INFINITY;
        for (List<JobPair> way : ways) {
            Set<JobPair> different = difference(best, way);
            if (!different.isEmpty()) {
                double gap = sum(way, cost) - sum(best, cost) + tolerance;
                double distance = gap / Math.sqrt(sum(different, varianceOfMean));
                if (distance < least) {
                    least = distance;
                    nearest = different;
                }
            }
        }
        return new BestAndRivalJobPairs(best, nearest, least);
    }

    /** All ways to pair jobs; with an odd number, each with one job alone. */
    public static List<List<JobPair>> ways(List<String> jobs) {
        if (jobs.size() > MOST_JOBS) {
            throw new IllegalArgumentException(jobs.size() + " jobs; allowed: at most " + MOST_JOBS);
        }
        List<List<JobPair>> ways = new ArrayList<>();
        if (jobs.size() % 2 == 0) {
            add(jobs, List.of(), ways);
        } else {
            for (String alone : jobs) {
                add(jobs.stream().filter(job -> !job.equals(alone)).toList(), List.of(), ways);
            }
        }
        return ways;
    }

    private static void add(List<String> jobs, List<JobPair> so, List<List<JobPair>> ways) {
        if (jobs.isEmpty()) {
            ways.add(so);
            return;
        }
        String first = jobs.get(0);
        for (String other : jobs.subList(1, jobs.size())) {
            List<JobPair> longer = new ArrayList<>(so);
            longer.add(JobPair.of(first, other));
            add(
                    jobs.stream()
                            .filter(job -> !job.equals(first) && !job.equals(other))
                            .toList(),
                    List.copyOf(longer),
                    ways);
        }
    }

    private static Set<JobPair> difference(List<JobPair> one, List<JobPair> other) {
        Set<JobPair> different = new HashSet<>(one);
        other.forEach(pair -> {
            if (!different.remove(pair)) {
                different.add(pair);
            }
        });
        return different;
    }

    private static double sum(Iterable<JobPair> pairs, ToDoubleFunction<JobPair> of) {
        double sum = 0;
        for (JobPair pair : pairs) {
            sum += of.applyAsDouble(pair);
        }
        return sum;
    }
}
