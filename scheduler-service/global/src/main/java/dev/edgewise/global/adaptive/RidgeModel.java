package dev.edgewise.global.adaptive;

import java.util.Arrays;

/**
 * A linear model of the reward of one policy, learned by ridge regression in which older outcomes count less. It keeps
 * the inverse of its matrix, and changes that by the formula of Sherman and Morrison. Not thread-safe.
 */
final class RidgeModel {
    /** A share below which outcomes are as good as none, and a division by it is not exact. */
    private static final double NOTHING = 1e-9;

    private final int features;
    private final double ridge;
    private final double[][] inverse;
    private final double[] sums;
    private double weight;

    /** @param ridge weight of the belief that all coefficients are 0, above 0; it is not discounted */
    RidgeModel(int features, double ridge) {
        this.features = features;
        this.ridge = ridge;
        this.inverse = new double[features][features];
        this.sums = new double[features];
        forget();
    }

    private void forget() {
        for (int i = 0; i < features; i++) {
            Arrays.fill(inverse[i], 0);
            inverse[i][i] = 1 / ridge;
        }
        Arrays.fill(sums, 0);
        weight = 0;
    }

    /**
     * Makes all outcomes so far count less. The ridge keeps its weight: what is lost of it by the factor is added
     * again.
     */
    void discount(double factor) {
        if (factor >= 1) {
            return;
        }
        if (factor < NOTHING) {
            forget();
            return;
        }
        for (int i = 0; i < features; i++) {
            sums[i] *= factor;
            for (int j = 0; j < features; j++) {
                inverse[i][j] /= factor;
            }
        }
        weight *= factor;
        double[] unit = new double[features];
        double lost = Math.sqrt(ridge * (1 - factor));
        for (int i = 0; i < features; i++) {
            unit[i] = lost;
            addOuterProduct(unit);
            unit[i] = 0;
        }
    }

    void learn(double[] context, double reward) {
        addOuterProduct(context);
        for (int i = 0; i < features; i++) {
            sums[i] += reward * context[i];
        }
        weight++;
    }

    double expected(double[] context) {
        return dot(context, times(sums));
    }

    /** Returns the standard deviation of the expectation, for noise of deviation 1. */
    double uncertainty(double[] context) {
        return Math.sqrt(Math.max(0, dot(context, times(context))));
    }

    /** Returns how many outcomes count, older ones as fractions. */
    double weight() {
        return weight;
    }

    /** Changes the inverse of a matrix M into that of M + v vᵀ. */
    private void addOuterProduct(double[] v) {
        double[] product = times(v);
        double scale = 1 + dot(v, product);
        for (int i = 0; i < features; i++) {
            for (int j = 0; j < features; j++) {
                inverse[i][j] -= product[i] * product[j] / scale;
            }
        }
    }

    private double[] times(double[] v) {
        double[] product = new double[features];
        for (int i = 0; i < features; i++) {
            product[i] = dot(inverse[i], v);
        }
        return product;
    }

    private static double dot(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }
}
