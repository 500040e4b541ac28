package dev.edgewise.examples.slots.learning;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.ToIntFunction;

/**
 * Decides which pair is run next in order to learn from it. First each pair has its minimum of runs; then the pairs
 * count on which it depends which are the best ones, until those are found. More than {@value
 * BestAndRivalJobPairs#MOST_JOBS} jobs are compared in groups, by name.
 */
public final class ProfilingPairSelector {
    private final LearnedRunTimes learned;
    private final LearningSettings settings;
    private final List<String> jobs;
    private final CoLocationSlowdown disturbance;

    public ProfilingPairSelector(LearnedRunTimes learned, LearningSettings settings, List<String> jobs) {
        this.learned = learned;
        this.settings = settings;
        this.jobs = jobs.stream().sorted().distinct().toList();
        this.disturbance = new CoLocationSlowdown(learned, settings);
    }

    /** Returns the pair to run next, of the available ones; none if there is nothing to learn from those. */
    public Optional<JobPair> next(Predicate<JobPair> available) {
        List<JobPair> unknown =
                pairs().stream().filter(pair -> !disturbance.isKnown(pair)).toList();
        if (!unknown.isEmpty()) {
            ToIntFunction<JobPair> samples = learned::samples;
            return unknown.stream()
                    .filter(available)
                    .min(Comparator.comparingInt(samples).thenComparing(Comparator.naturalOrder()));
        }
        return contests().stream()
                .filter(contest -> !isFound(contest))
                .flatMap(contest -> contest.open().stream())
                .filter(available)
                .max(Comparator.comparingDouble(this::gain).thenComparing(Comparator.naturalOrder()));
    }

    /** Returns whether the least disturbing pairs are found. */
    public boolean isFound() {
        return pairs().stream().allMatch(disturbance::isKnown)
                && contests().stream().allMatch(this::isFound);
    }

    /** Returns the pairs that disturb each other least, as far as it is known. */
    public List<JobPair> best() {
        return contests().stream().flatMap(contest -> contest.best().stream()).toList();
    }

    private boolean isFound(BestAndRivalJobPairs contest) {
        return contest.distance() >= settings.confidence();
    }

    /** Reduction of the variance of the pair's mean by one more run. */
    private double gain(JobPair pair) {
        int samples = learned.samples(pair);
        return disturbance.variance(pair) / ((double) samples * (samples + 1));
    }

    private List<BestAndRivalJobPairs> contests() {
        List<BestAndRivalJobPairs> contests = new ArrayList<>();
        for (int from = 0; from < jobs.size(); from += BestAndRivalJobPairs.MOST_JOBS) {
            List<String> group = jobs.subList(from, Math.min(jobs.size(), from + BestAndRivalJobPairs.MOST_JOBS));
            double total = group.stream().mapToDouble(disturbance::least).sum();
            contests.add(BestAndRivalJobPairs.of(
                    group, disturbance::of, disturbance::varianceOfMean, settings.tolerance() * total));
        }
        return contests;
    }

    private List<JobPair> pairs() {
        List<JobPair> pairs = new ArrayList<>();
        for (int i = 0; i < jobs.size(); i++) {
            for (int j = i + 1; j < jobs.size(); j++) {
                pairs.add(new JobPair(jobs.get(i), jobs.get(j)));
            }
        }
        return pairs;
    }
}
