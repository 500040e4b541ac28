package dev.edgewise.sandbox.evaluate.slots;

import dev.edgewise.examples.slots.learning.BestAndRivalJobPairs;
import dev.edgewise.examples.slots.learning.CoLocationSlowdown;
import dev.edgewise.examples.slots.learning.JobPair;
import dev.edgewise.examples.slots.learning.LearnedRunTimes;
import dev.edgewise.examples.slots.learning.LearningSettings;
import dev.edgewise.examples.slots.learning.ProfilingPairSelector;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.ToDoubleFunction;
import java.util.stream.Stream;

/** Runs of pairs that it takes to find those that disturb each other least, for the example and for an oracle. */
final class PairSearchSampleCounter {
    private static final int MOST = 20_000;
    private static final LearningSettings SETTINGS = LearningSettings.USUAL;
    private static final LearningSettings NO_MINIMUM =
            new LearningSettings(1, SETTINGS.confidence(), SETTINGS.tolerance());

    private final TrueRunTimes truth;
    private final RunTimeNoise noise;

    /**
     * Runs until the pairs were found.
     *
     * @param right whether they are the right ones
     */
    record Found(int samples, boolean right) {}

    PairSearchSampleCounter(TrueRunTimes truth, RunTimeNoise noise) {
        this.truth = truth;
        this.noise = noise;
    }

    /** Lets the example learn: its own choice of the next pair, until it says that the pairs are found. */
    Found ofExample() {
        return ofLearner(SETTINGS);
    }

    /**
     * Lets an oracle show which pairs are the best, by the rule of the example: by the means of the same runs, as many
     * standard errors apart, with the same tolerance. It knows all true means and variances, so it ends only at the
     * right pairs, and needs no minimum of runs but the one that a mean has. The shortest of four sequences counts, so
     * it also knows in advance which will be the luckiest: each next run is that of the pair that says most about the
     * best pairs and their nearest rival, by the true means, or by the means so far with the true variances, or by the
     * means and variances so far; the fourth is the example's own. All take the best next run, not the best of all
     * sequences, so a still better oracle may exist.
     */
    Found ofOracle() {
        return Stream.of(ofOracle(true), ofOracle(false), ofLearner(NO_MINIMUM), ofExample())
                .filter(Found::right)
                .min(Comparator.comparingInt(Found::samples))
                .orElse(new Found(MOST, false));
    }

    private Found ofLearner(LearningSettings settings) {
        LearnedRunTimes learned = new LearnedRunTimes();
        for (int samples = 0; samples < MOST; samples++) {
            ProfilingPairSelector profiling = new ProfilingPairSelector(learned, settings, truth.jobs());
            Optional<JobPair> next = profiling.next(pair -> true);
            if (next.isEmpty()) {
                return new Found(samples, new TreeSet<>(profiling.best()).equals(truth.best()));
            }
            sample(next.get(), learned);
        }
        return new Found(MOST, false);
    }

    private Found ofOracle(boolean byTruth) {
        LearnedRunTimes learned = new LearnedRunTimes();
        BestAndRivalJobPairs.ways(truth.jobs()).stream()
                .flatMap(List::stream)
                .distinct()
                .forEach(pair -> sample(pair, learned));
        int first = truth.jobs().size() * (truth.jobs().size() - 1) / 2;
        for (int samples = first; samples < MOST; samples++) {
            CoLocationSlowdown seen = new CoLocationSlowdown(learned, NO_MINIMUM);
            BestAndRivalJobPairs contest = contest(learned, seen::of);
            if (contest.distance() >= SETTINGS.confidence() && new TreeSet<>(contest.best()).equals(truth.best())) {
                return new Found(samples, true);
            }
            BestAndRivalJobPairs deciding = byTruth ? contest(learned, truth::loss) : contest;
            sample(
                    deciding.open().stream()
                            .max(Comparator.comparingDouble((JobPair pair) -> gain(pair, learned))
                                    .thenComparing(Comparator.naturalOrder()))
                            .orElseThrow(),
                    learned);
        }
        return new Found(MOST, false);
    }

    private BestAndRivalJobPairs contest(LearnedRunTimes learned, ToDoubleFunction<JobPair> cost) {
        return BestAndRivalJobPairs.of(
                truth.jobs(),
                cost,
                pair -> variance(pair) / learned.samples(pair),
                SETTINGS.tolerance() * truth.total());
    }

    private void sample(JobPair pair, LearnedRunTimes learned) {
        int run = learned.samples(pair);
        learned.complete(pair.first(), pair.second(), seconds(pair, pair.first(), pair.second(), run));
        learned.complete(pair.second(), pair.first(), seconds(pair, pair.second(), pair.first(), run));
    }

    /** Reduction of the variance of a pair's mean by one more run. */
    private double gain(JobPair pair, LearnedRunTimes learned) {
        double count = learned.samples(pair);
        return variance(pair) / (count * (count + 1));
    }

    private double variance(JobPair pair) {
        double first = noise.variation() * truth.of(pair.first(), pair.second());
        double second = noise.variation() * truth.of(pair.second(), pair.first());
        return first * first + second * second;
    }

    private double seconds(JobPair pair, String job, String beside, int run) {
        return truth.of(job, beside) * noise.ofSample(pair, job, run);
    }
}
