package dev.edgewise.sandbox.evaluate;

import dev.edgewise.networkprobe.estimation.Estimate;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.IntToDoubleFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Estimates compared with the truth. A pair is accepted for a limit if its upper bound keeps to it. Precision counts
 * accepted pairs that were not measured; recall counts all pairs truly within the limit, the measured ones among them.
 */
final class RttEstimateAccuracy {
    /** The delay limits in ms. */
    static final List<Integer> LIMITS = List.of(20, 40, 80);

    private static final double MICROS = 1e3;
    /** Coverage is judged on estimates up to this, in µs: what lies beyond decides nothing. */
    private static final double MOST_COVERED = 120_000;

    private final int sites;
    private final long[] accepted = new long[LIMITS.size()];
    private final long[] acceptedTruly = new long[LIMITS.size()];
    private final long[] within = new long[LIMITS.size()];
    private final long[] found = new long[LIMITS.size()];
    private double[] errors = new double[1024];
    private int estimated;
    private long bounded;
    private long covered;
    private long nodes;
    private long probes;
    private int mostProbes;

    RttEstimateAccuracy(int sites) {
        this.sites = sites;
    }

    /** Counts the probes that a node started. */
    void probes(int count) {
        nodes++;
        probes += count;
        mostProbes = Math.max(mostProbes, count);
    }

    /** Judges a pair by its true delay in ms. */
    void judge(double truth, @Nullable Estimate estimate) {
        double upper = estimate == null ? Double.POSITIVE_INFINITY : estimate.upperMicros();
        boolean measured = estimate != null && estimate.measured();
        for (int limit = 0; limit < LIMITS.size(); limit++) {
            boolean isWithin = truth <= LIMITS.get(limit);
            boolean isAccepted = upper <= LIMITS.get(limit) * MICROS;
            within[limit] += isWithin ? 1 : 0;
            found[limit] += isWithin && isAccepted ? 1 : 0;
            if (isAccepted && !measured) {
                accepted[limit]++;
                acceptedTruly[limit] += isWithin ? 1 : 0;
            }
        }
        if (estimate != null && !measured) {
            compare(truth * MICROS, estimate);
        }
    }

    double precision(int limit) {
        return (double) acceptedTruly[limit] / accepted[limit];
    }

    double recall(int limit) {
        return (double) found[limit] / within[limit];
    }

    /** The relative error of unmeasured pairs that so large a share of them keeps to. */
    double error(double share) {
        double[] sorted = Arrays.copyOf(errors, estimated);
        Arrays.sort(sorted);
        return estimated == 0 ? Double.NaN : sorted[Math.min(estimated - 1, (int) (share * estimated))];
    }

    /** The share of bounded estimates below 120 ms whose truth keeps to the upper bound. */
    double coverage() {
        return (double) covered / bounded;
    }

    double meanProbes() {
        return (double) probes / nodes;
    }

    double mostProbes() {
        return mostProbes;
    }

    double sites() {
        return sites;
    }

    String precisions() {
        return joined(this::precision);
    }

    String recalls() {
        return joined(this::recall);
    }

    private void compare(double truth, Estimate estimate) {
        if (estimate.micros() < MOST_COVERED && Double.isFinite(estimate.upperMicros())) {
            bounded++;
            covered += truth <= estimate.upperMicros() ? 1 : 0;
        }
        if (truth > 0) {
            if (estimated == errors.length) {
                errors = Arrays.copyOf(errors, 2 * estimated);
            }
            errors[estimated++] = Math.abs(estimate.micros() - truth) / truth;
        }
    }

    private static String joined(IntToDoubleFunction figure) {
        return IntStream.range(0, LIMITS.size())
                .mapToObj(limit -> String.format(Locale.ROOT, "%.3f", figure.applyAsDouble(limit)))
                .collect(Collectors.joining("/"));
    }
}
