package dev.edgewise.global.adaptive;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * An environment that changes at once, five times: 4,800 decisions, 200 an hour, four policies. The reward of each is
 * linear in three features and its bias, and has noise of deviation 0.1. Regret counts against the policy that is best
 * in each step: 224 of this bandit, 796 of the best fixed policy, hence 0.28.
 */
class DriftingEnvironmentTest {
    private static final int SEEDS = 30;
    private static final int SEGMENTS = 6;
    private static final int STEPS = 800;
    private static final int ARMS = 4;
    private static final int FEATURES = 4;
    private static final double STEPS_PER_HOUR = 200;
    private static final double NOISE = 0.1;

    @Test
    void hasAtMostHalfTheRegretOfTheBestFixedPolicy() {
        double ours = 0;
        double fixed = 0;
        int seedsWithin = 0;
        for (int seed = 0; seed < SEEDS; seed++) {
            Regret regret = run(seed);
            ours += regret.ours;
            fixed += regret.bestFixed();
            seedsWithin += regret.ours <= 0.5 * regret.bestFixed() ? 1 : 0;
        }
        assertThat(ours).isLessThanOrEqualTo(0.5 * fixed);
        assertThat(seedsWithin).isEqualTo(SEEDS);
    }

    private record Regret(double ours, double[] fixed) {
        /** The policy that is best in hindsight over all steps. */
        double bestFixed() {
            return Arrays.stream(fixed).min().orElseThrow();
        }
    }

    private static Regret run(long seed) {
        SplittableRandom world = new SplittableRandom(seed);
        SplittableRandom choices = new SplittableRandom(seed + 1_000);
        DiscountedBandit bandit = new DiscountedBandit(ARMS, FEATURES, 0.05, 0.2, 1);
        double ours = 0;
        double[] fixed = new double[ARMS];
        for (int segment = 0; segment < SEGMENTS; segment++) {
            double[][] coefficients = coefficients(world);
            for (int step = 0; step < STEPS; step++) {
                double[] context = context(world);
                double[] rewards = new double[ARMS];
                for (int arm = 0; arm < ARMS; arm++) {
                    for (int i = 0; i < FEATURES; i++) {
                        rewards[arm] += coefficients[arm][i] * context[i];
                    }
                }
                double best = Arrays.stream(rewards).max().orElseThrow();
                int arm = bandit.choose(context, choices).arm();
                ours += best - rewards[arm];
                for (int other = 0; other < ARMS; other++) {
                    fixed[other] += best - rewards[other];
                }
                double noise = NOISE * (world.nextDouble() + world.nextDouble() + world.nextDouble() - 1.5) * 2;
                bandit.learn(arm, context, rewards[arm] + noise, (segment * STEPS + step) / STEPS_PER_HOUR);
            }
        }
        return new Regret(ours, fixed);
    }

    /** Biases from 0.3 to 0.7, other coefficients from −0.3 to 0.3, drawn again in each segment. */
    private static double[][] coefficients(SplittableRandom random) {
        double[][] all = new double[ARMS][FEATURES];
        for (double[] one : all) {
            for (int i = 0; i < FEATURES; i++) {
                one[i] = i == 0 ? random.nextDouble(0.3, 0.7) : random.nextDouble(-0.3, 0.3);
            }
        }
        return all;
    }

    private static double[] context(SplittableRandom random) {
        return new double[] {1, random.nextDouble(-1, 1), random.nextDouble(-1, 1), random.nextDouble(-1, 1)};
    }
}
