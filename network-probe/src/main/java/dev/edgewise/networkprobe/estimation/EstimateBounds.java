package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;

/**
 * One-sided bounds of estimates as factors, from residuals as they were when this was made. Each is a quantile of the
 * pooled residuals with the finite-sample rank ⌈(n+1)·p⌉ of split conformal prediction.
 */
final class EstimateBounds {
    /**
     * Maximum distance of two nodes of one site along the links that made it one, in µs; the bound until there are
     * residuals.
     */
    private static final double MOST_WITHIN_SITE = 2 * SiteBuilder.RADIUS_MICROS;

    /** The bounds of a pair that was measured, but long ago or the other way, until there are residuals. */
    private static final double MEASURED_FACTOR = 1.25;

    private final EstimateResiduals residuals;
    private final int[] silent;
    private final double level;
    private final double[][] factors = new double[2][EstimateBasis.values().length * EstimateResiduals.bins()];

    EstimateBounds(EstimateResiduals residuals, double level) {
        this(residuals, new int[EstimateResiduals.places()], level);
    }

    /** @param silent by {@link EstimateResiduals#place}, how many pairs that were estimated did not answer */
    EstimateBounds(EstimateResiduals residuals, int[] silent, double level) {
        this.residuals = residuals;
        this.silent = silent;
        this.level = level;
        for (double[] ofSide : factors) {
            Arrays.fill(ofSide, Double.NaN);
        }
    }

    /** The estimate of that value in µs with its bounds; without an upper one if the model is not trusted. */
    Estimate around(double micros, EstimateBasis basis, boolean trusted) {
        if (basis == EstimateBasis.MEASURED) {
            return new Estimate(micros, micros, micros, basis, level);
        }
        if (!trusted) {
            return new Estimate(micros, 0, Double.POSITIVE_INFINITY, basis, level);
        }
        double upper = micros * factor(0, basis, micros);
        double lower = micros * factor(1, basis, micros);
        if (Double.isInfinite(upper)) {
            upper = unlearnt(micros, basis);
        }
        return new Estimate(micros, lower, upper, basis, level);
    }

    private static double unlearnt(double micros, EstimateBasis basis) {
        return switch (basis) {
            case SAME_SITE -> Math.max(micros, MOST_WITHIN_SITE);
            case AGED, REVERSE -> micros * MEASURED_FACTOR;
            case MEASURED, SITE_PAIR, AGREEING, DIFFERING -> Double.POSITIVE_INFINITY;
        };
    }

    private double factor(int side, EstimateBasis basis, double micros) {
        int bin = EstimateResiduals.bin(micros);
        int at = basis.ordinal() * EstimateResiduals.bins() + bin;
        if (Double.isNaN(factors[side][at])) {
            double[] sorted = residuals.around(basis, bin, silent);
            factors[0][at] = upper(sorted, level);
            factors[1][at] = lower(sorted, level);
        }
        return factors[side][at];
    }

    /** exp of the level-quantile, at least 1; infinite when there are too few residuals for it. */
    static double upper(double[] sorted, double level) {
        int rank = (int) Math.ceil((sorted.length + 1) * level - 1e-9);
        return sorted.length < EstimateResiduals.FEWEST || rank > sorted.length
                ? Double.POSITIVE_INFINITY
                : Math.max(1, Math.exp(sorted[rank - 1]));
    }

    /** exp of the quantile of 1 − level, at most 1; 0 when there are too few residuals for it. */
    static double lower(double[] sorted, double level) {
        int rank = (int) Math.floor((sorted.length + 1) * (1 - level) + 1e-9);
        return sorted.length < EstimateResiduals.FEWEST || rank < 1 ? 0 : Math.min(1, Math.exp(sorted[rank - 1]));
    }
}
