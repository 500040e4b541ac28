package dev.edgewise.global.adaptive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class RidgeModelTest {
    /** One feature: the matrix is 1 + 1 + 1 = 3, the sum 1 + 0 = 1, hence 1/3; the deviation is √(1/3). */
    @Test
    void averagesRewardsTowardsZero() {
        RidgeModel model = new RidgeModel(1, 1);
        model.learn(new double[] {1}, 1);
        model.learn(new double[] {1}, 0);

        assertThat(model.expected(new double[] {1})).isCloseTo(1.0 / 3, within(1e-12));
        assertThat(model.uncertainty(new double[] {1})).isCloseTo(Math.sqrt(1.0 / 3), within(1e-12));
    }

    /**
     * Half of one outcome and one more: the matrix is 1 + 0.5 + 1 = 2.5 as the ridge is not discounted, the sum 0.5 × 1
     * + 0 = 0.5, hence 0.2.
     */
    @Test
    void discountsOutcomesAndNotTheRidge() {
        RidgeModel model = new RidgeModel(1, 1);
        model.learn(new double[] {1}, 1);
        model.discount(0.5);
        model.learn(new double[] {1}, 0);

        assertThat(model.expected(new double[] {1})).isCloseTo(0.2, within(1e-12));
        assertThat(model.weight()).isCloseTo(1.5, within(1e-12));
    }

    /** After a year nothing counts, and the model is as it was at first. */
    @Test
    void forgetsWhatIsVeryOld() {
        RidgeModel model = new RidgeModel(1, 1);
        model.learn(new double[] {1}, 1);
        model.discount(Math.pow(0.5, 365 * 24));
        model.learn(new double[] {1}, 1);

        assertThat(model.expected(new double[] {1})).isEqualTo(0.5);
        assertThat(model.weight()).isEqualTo(1);
    }

    /**
     * After 10,000 updates the inverse, multiplied with the matrix that the definition says, is still the identity:
     * rounding does not add up.
     */
    @Test
    void staysExactOverManyUpdates() {
        int features = 6;
        RidgeModel model = new RidgeModel(features, 1);
        double[][] matrix = new double[features][features];
        double[] sums = new double[features];
        SplittableRandom random = new SplittableRandom(7);
        double factor = 0.999;
        for (int n = 0; n < 10_000; n++) {
            double[] context = random.doubles(features, -1, 1).toArray();
            double reward = random.nextDouble();
            model.discount(factor);
            model.learn(context, reward);
            for (int i = 0; i < features; i++) {
                sums[i] = factor * sums[i] + reward * context[i];
                for (int j = 0; j < features; j++) {
                    matrix[i][j] = factor * matrix[i][j] + context[i] * context[j];
                }
            }
        }
        for (int i = 0; i < features; i++) {
            matrix[i][i] += 1;
        }
        double[] coefficients = solve(matrix, sums);
        for (int i = 0; i < features; i++) {
            double[] unit = new double[features];
            unit[i] = 1;
            assertThat(model.expected(unit)).isCloseTo(coefficients[i], within(1e-9));
        }
    }

    /** Gauss and Jordan, with the largest pivot. */
    private static double[] solve(double[][] matrix, double[] right) {
        int n = right.length;
        for (int column = 0; column < n; column++) {
            int pivot = column;
            for (int row = column + 1; row < n; row++) {
                pivot = Math.abs(matrix[row][column]) > Math.abs(matrix[pivot][column]) ? row : pivot;
            }
            double[] swapped = matrix[column];
            matrix[column] = matrix[pivot];
            matrix[pivot] = swapped;
            double value = right[column];
            right[column] = right[pivot];
            right[pivot] = value;
            for (int row = 0; row < n; row++) {
                if (row != column) {
                    double share = matrix[row][column] / matrix[column][column];
                    for (int k = 0; k < n; k++) {
                        matrix[row][k] -= share * matrix[column][k];
                    }
                    right[row] -= share * right[column];
                }
            }
        }
        double[] solution = new double[n];
        for (int i = 0; i < n; i++) {
            solution[i] = right[i] / matrix[i][i];
        }
        return solution;
    }
}
