package dev.edgewise.global.adaptive;

import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Estimates the mean reward that another policy would have had, from decisions whose propensities were logged: by
 * inverse propensities (IPS), by normalised ones (SNIPS: Swaminathan, Joachims 2015), and doubly robust (Dudík,
 * Langford, Li 2011).
 */
final class OfflineEvaluator {
    /** Below this effective sample size no figure is worth saying. */
    static final double LEAST_SAMPLE = 100;

    private static final int RESAMPLES = 1000;
    private static final double TAIL = 0.025;

    private final int arms;
    private final double largestWeight;

    /** @param largestWeight weights above it are cut to it, which the clipped share says */
    OfflineEvaluator(int arms, double largestWeight) {
        this.arms = arms;
        this.largestWeight = largestWeight;
    }

    /** The policy that is evaluated. */
    interface Target {
        /** Returns the probability of each arm. */
        double[] probabilities(double[] context);
    }

    /** An estimate with its bootstrap interval of 95 %. */
    record Estimate(double mean, double lower, double upper) {}

    /**
     * The result.
     *
     * @param effectiveSample the number of decisions that would say as much if all had the same weight
     * @param clipped share of the decisions whose weight was cut
     * @param reliable whether the effective sample is large enough for the figures to mean something
     */
    record Evaluation(
            int decisions,
            Estimate ips,
            Estimate snips,
            Estimate doublyRobust,
            double effectiveSample,
            double clipped,
            boolean reliable) {}

    /** @throws IllegalArgumentException if there is no decision */
    Evaluation evaluate(List<LoggedDecision> log, Target target, long seed) {
        if (log.isEmpty()) {
            throw new IllegalArgumentException("there is no decision with an outcome");
        }
        Terms terms = terms(log, target);
        double sample = square(sum(terms.weights)) / Math.max(Double.MIN_NORMAL, sumOfSquares(terms.weights));
        Estimate[] estimates = bootstrap(terms, new SplittableRandom(seed));
        return new Evaluation(
                log.size(),
                estimates[0],
                estimates[1],
                estimates[2],
                sample,
                terms.clipped / (double) log.size(),
                sample >= LEAST_SAMPLE);
    }

    /** Per decision: its weight, its weighted reward, and its doubly robust term. */
    private record Terms(double[] weights, double[] weighted, double[] robust, int clipped) {}

    /**
     * The model of rewards that a doubly robust term uses is learned from the other half of the decisions, so that no
     * reward predicts itself.
     */
    private Terms terms(List<LoggedDecision> log, Target target) {
        RidgeModel[][] halves = {fit(log, 1), fit(log, 0)};
        double[] weights = new double[log.size()];
        double[] weighted = new double[log.size()];
        double[] robust = new double[log.size()];
        int clipped = 0;
        for (int i = 0; i < log.size(); i++) {
            LoggedDecision decision = log.get(i);
            double[] probabilities = target.probabilities(decision.context());
            double weight = probabilities[decision.arm()] / decision.propensity();
            if (weight > largestWeight) {
                clipped++;
                weight = largestWeight;
            }
            weights[i] = weight;
            weighted[i] = weight * decision.reward();
            RidgeModel[] models = halves[i % 2];
            double direct = 0;
            for (int arm = 0; arm < arms; arm++) {
                direct += probabilities[arm] * models[arm].expected(decision.context());
            }
            robust[i] = direct + weight * (decision.reward() - models[decision.arm()].expected(decision.context()));
        }
        return new Terms(weights, weighted, robust, clipped);
    }

    /** @param parity 0 for the decisions with even index, 1 for the others */
    private RidgeModel[] fit(List<LoggedDecision> log, int parity) {
        RidgeModel[] models = new RidgeModel[arms];
        int features = log.get(0).context().length;
        Arrays.setAll(models, arm -> new RidgeModel(features, 1));
        for (int i = parity; i < log.size(); i += 2) {
            models[log.get(i).arm()].learn(log.get(i).context(), log.get(i).reward());
        }
        return models;
    }

    private static Estimate[] bootstrap(Terms terms, RandomGenerator random) {
        int count = terms.weights.length;
        double[][] samples = new double[3][RESAMPLES];
        for (int resample = 0; resample < RESAMPLES; resample++) {
            double weights = 0;
            double weighted = 0;
            double robust = 0;
            for (int i = 0; i < count; i++) {
                int one = random.nextInt(count);
                weights += terms.weights[one];
                weighted += terms.weighted[one];
                robust += terms.robust[one];
            }
            samples[0][resample] = weighted / count;
            samples[1][resample] = ratio(weighted, weights);
            samples[2][resample] = robust / count;
        }
        return new Estimate[] {
            interval(sum(terms.weighted) / count, samples[0]),
            interval(ratio(sum(terms.weighted), sum(terms.weights)), samples[1]),
            interval(sum(terms.robust) / count, samples[2])
        };
    }

    private static Estimate interval(double mean, double[] samples) {
        Arrays.sort(samples);
        int tail = (int) (TAIL * samples.length);
        return new Estimate(mean, samples[tail], samples[samples.length - 1 - tail]);
    }

    private static double ratio(double weighted, double weights) {
        return weights == 0 ? 0 : weighted / weights;
    }

    private static double sum(double[] values) {
        return Arrays.stream(values).sum();
    }

    private static double sumOfSquares(double[] values) {
        return Arrays.stream(values).map(OfflineEvaluator::square).sum();
    }

    private static double square(double value) {
        return value * value;
    }
}
