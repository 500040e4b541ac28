package dev.edgewise.networkprobe.estimation;

import java.util.Arrays;

/**
 * Errors of estimates of a kind: r = ln(measured / estimated), the newest of each bin. A bin is a basis and a range of
 * estimates a factor 1.5 wide. Quantiles pool neighbouring bins until they have enough.
 */
final class EstimateResiduals {
    static final int FEWEST = 20;
    private static final int POOLED = 120;
    private static final int KEPT = 500;
    private static final double LOG_WIDTH = Math.log(1.5);
    /** Number of bins, from 0.001 ms to 2 h. */
    private static final int BINS = 58;

    private static final int FIRST_BIN = -18;

    /** A ring of the newest residuals. */
    private static final class Bin {
        private final float[] values = new float[KEPT];
        private int added;

        void add(double residual) {
            values[added++ % KEPT] = (float) residual;
        }

        int size() {
            return Math.min(added, KEPT);
        }
    }

    private final Bin[][] bins = new Bin[EstimateBasis.values().length][BINS];

    EstimateResiduals() {
        for (Bin[] ofBasis : bins) {
            Arrays.setAll(ofBasis, bin -> new Bin());
        }
    }

    /** Records an estimate, in µs, and what was measured afterwards. */
    void add(EstimateBasis basis, double estimated, double measured) {
        bins[basis.ordinal()][bin(estimated)].add(Math.log(measured / estimated));
    }

    /** The place of an estimate: its basis and bin in one number. */
    static int place(SiteDistanceMap.Middle estimated) {
        return estimated.basis().ordinal() * BINS + bin(estimated.micros());
    }

    static int places() {
        return EstimateBasis.values().length * BINS;
    }

    /**
     * The residuals for an estimate, ascending: those of its bin, with neighbours on both sides until enough.
     *
     * @param silent by {@link #place}, how many pairs did not answer: their residuals are infinite
     */
    double[] around(EstimateBasis basis, int bin, int[] silent) {
        Bin[] ofBasis = bins[basis.ordinal()];
        int first = basis.ordinal() * BINS;
        int low = bin;
        int high = bin;
        int size = ofBasis[bin].size() + silent[first + bin];
        while (size < POOLED && (low > 0 || high < BINS - 1)) {
            size += low > 0 ? ofBasis[--low].size() + silent[first + low] : 0;
            size += high < BINS - 1 ? ofBasis[++high].size() + silent[first + high] : 0;
        }
        double[] pooled = new double[size];
        int filled = 0;
        for (int each = low; each <= high; each++) {
            for (int value = 0; value < ofBasis[each].size(); value++) {
                pooled[filled++] = ofBasis[each].values[value];
            }
        }
        Arrays.fill(pooled, filled, size, Double.POSITIVE_INFINITY);
        Arrays.sort(pooled);
        return pooled;
    }

    /** The bin of an estimate in µs. */
    static int bin(double micros) {
        int bin = (int) Math.floor(Math.log(micros / 1e3) / LOG_WIDTH) - FIRST_BIN;
        return Math.max(0, Math.min(BINS - 1, bin));
    }

    static int bins() {
        return BINS;
    }
}
