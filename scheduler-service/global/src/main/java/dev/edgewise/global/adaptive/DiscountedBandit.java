package dev.edgewise.global.adaptive;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/**
 * A contextual bandit: an upper confidence bound of linear rewards of which older ones count less (D-LinUCB: Russac,
 * Vernade, Cappé, NeurIPS 2019), and a share of uniform choices. The bound is a function of the context, hence the
 * probability of each arm is known exactly. Not thread-safe.
 */
final class DiscountedBandit {
    private static final double RIDGE = 1;

    private final List<RidgeModel> arms = new ArrayList<>();
    private final double exploration;
    private final double confidence;
    private final double halfLifeHours;
    private double now;

    /**
     * @param exploration share of choices that are uniform over all arms, from 0 to 1
     * @param confidence standard deviations that an arm gets for its uncertainty
     * @param halfLifeHours age at which an outcome counts half
     */
    DiscountedBandit(int arms, int features, double exploration, double confidence, double halfLifeHours) {
        for (int arm = 0; arm < arms; arm++) {
            this.arms.add(new RidgeModel(features, RIDGE));
        }
        this.exploration = exploration;
        this.confidence = confidence;
        this.halfLifeHours = halfLifeHours;
    }

    BanditChoice choose(double[] context, RandomGenerator random) {
        int count = arms.size();
        double[] expected = new double[count];
        double[] bonus = new double[count];
        int best = 0;
        for (int arm = 0; arm < count; arm++) {
            expected[arm] = arms.get(arm).expected(context);
            bonus[arm] = confidence * arms.get(arm).uncertainty(context);
            if (expected[arm] + bonus[arm] > expected[best] + bonus[best]) {
                best = arm;
            }
        }
        double[] propensities = new double[count];
        for (int arm = 0; arm < count; arm++) {
            propensities[arm] = exploration / count + (arm == best ? 1 - exploration : 0);
        }
        int chosen = random.nextDouble() < exploration ? random.nextInt(count) : best;
        return new BanditChoice(chosen, best, propensities, expected, bonus);
    }

    /**
     * Learns the reward of an arm.
     *
     * @param hours time of the outcome; one before the latest so far counts as of then
     */
    void learn(int arm, double[] context, double reward, double hours) {
        if (hours > now) {
            double factor = Math.pow(0.5, (hours - now) / halfLifeHours);
            arms.forEach(model -> model.discount(factor));
            now = hours;
        }
        arms.get(arm).learn(context, reward);
    }

    /** Returns how many outcomes of the arm count, older ones as fractions. */
    double weight(int arm) {
        return arms.get(arm).weight();
    }
}
