package dev.edgewise.scheduler.signals.rtt;

import dev.edgewise.common.signal.Percentile;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Round-trip times as columns of primitives: some 40 bytes each, where an object takes 100 if it is an estimate. At
 * 5,000 nodes there are a million and a half. A round trip above 35 minutes counts as 35 minutes.
 */
final class RttColumns {
    private final int[] p50;
    private final int[] p95;
    private final int[] p99;
    private final float[] loss;
    private final int[] samples;
    private final Age[] ages;
    private final @Nullable Estimates estimates;

    /** Many values of a row are of one time, and share it. */
    private record Age(long observedAt, long validUntil) {}

    RttColumns(Rtt[] values) {
        this.p50 = new int[values.length];
        this.p95 = new int[values.length];
        this.p99 = new int[values.length];
        this.loss = new float[values.length];
        this.samples = new int[values.length];
        this.ages = new Age[values.length];
        Map<Age, Age> known = new HashMap<>();
        for (int i = 0; i < values.length; i++) {
            Rtt value = values[i];
            p50[i] = NearestDistancesBuilder.clamp(value.p50());
            p95[i] = NearestDistancesBuilder.clamp(value.p95());
            p99[i] = NearestDistancesBuilder.clamp(value.p99());
            loss[i] = value.loss();
            samples[i] = value.samples();
            Age age = new Age(value.observedAt(), value.validUntil());
            ages[i] = known.computeIfAbsent(age, same -> same);
        }
        boolean hasEstimates = Arrays.stream(values).anyMatch(value -> value.estimate() != null);
        this.estimates = hasEstimates ? new Estimates(values) : null;
    }

    Rtt get(int position) {
        Age age = ages[position];
        return new Rtt(
                p50[position],
                p95[position],
                p99[position],
                loss[position],
                samples[position],
                age.observedAt,
                age.validUntil,
                estimates == null ? null : estimates.get(position));
    }

    /** Microseconds, at most 35 minutes, by position; not to be changed. */
    int[] micros(Percentile percentile) {
        return switch (percentile) {
            case P50 -> p50;
            case P95 -> p95;
            case P99 -> p99;
        };
    }

    boolean hasEstimates() {
        return estimates != null;
    }

    /** The columns that estimates alone have. */
    private static final class Estimates {
        private static final byte MEASURED = -1;

        private final int[] micros;
        private final int[] lower;
        private final byte[] percent;

        Estimates(Rtt[] values) {
            this.micros = new int[values.length];
            this.lower = new int[values.length];
            this.percent = new byte[values.length];
            for (int i = 0; i < values.length; i++) {
                Rtt.Estimate estimate = values[i].estimate();
                percent[i] = estimate == null ? MEASURED : (byte) estimate.percent();
                micros[i] = estimate == null ? 0 : NearestDistancesBuilder.clamp(estimate.micros());
                lower[i] = estimate == null ? 0 : NearestDistancesBuilder.clamp(estimate.lower());
            }
        }

        Rtt.@Nullable Estimate get(int position) {
            return percent[position] == MEASURED
                    ? null
                    : new Rtt.Estimate(micros[position], lower[position], percent[position]);
        }
    }
}
