package dev.edgewise.networkprobe.peers;

import java.util.List;

/**
 * The value of measuring a pair of sites: greatest where the estimate is near a delay limit, as there a small error
 * changes the answer, and more for small limits and for sites with many nodes.
 */
final class ProbeValueCalculator {
    /** A pair of less value is not worth a probe. */
    static final double LEAST = 1e-4;

    private static final double REFERENCE_LIMIT = 20;
    private static final double STEEPNESS = 6;

    private final double[] limits;

    ProbeValueCalculator(List<Double> limitsMillis) {
        this.limits = limitsMillis.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /**
     * √(|a|·|b|) · Σ (20/T) · min(x,1)/(1+x) over the limits T, where x = (E/T)^6.
     *
     * @param micros the estimate in µs
     */
    double value(double micros, int nodes, int otherNodes) {
        double sum = 0;
        for (double limit : limits) {
            double x = Math.pow(micros / 1e3 / limit, STEEPNESS);
            sum += REFERENCE_LIMIT / limit * Math.min(x, 1) / (1 + x);
        }
        return Math.sqrt((double) nodes * otherNodes) * sum;
    }
}
