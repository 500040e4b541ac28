package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.ObservationMetadata;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.common.web.InvalidInputException;
import org.jspecify.annotations.Nullable;

/**
 * A round-trip time as a user puts it; delays in ms, decimals allowed, to the microsecond.
 *
 * @param p50Ms the median; needed
 * @param p95Ms 95th percentile; the median, if absent
 * @param p99Ms 99th percentile; the 95th, if absent
 * @param loss share of lost probes, 0..1; 0, if absent
 * @param jitterMs mean difference of consecutive samples; 0, if absent
 * @param samples number of answered probes; 1, if absent
 */
record ManualRttRequest(
        @Nullable Double p50Ms,
        @Nullable Double p95Ms,
        @Nullable Double p99Ms,
        @Nullable Double loss,
        @Nullable Double jitterMs,
        @Nullable Integer samples) {
    private static final double MAX_MS = 86_400_000;

    RoundTripTime value(ObservationMetadata observed) {
        if (p50Ms == null) {
            throw new InvalidInputException("p50Ms", "missing", "a delay in ms");
        }
        double p50 = between("p50Ms", p50Ms, 0, MAX_MS, p50Ms);
        double p95 = between("p95Ms", p95Ms, p50, MAX_MS, p50);
        double p99 = between("p99Ms", p99Ms, p95, MAX_MS, p95);
        return new RoundTripTime(
                micros(p50),
                micros(p95),
                micros(p99),
                between("loss", loss, 0, 1, 0),
                micros(between("jitterMs", jitterMs, 0, MAX_MS, 0)),
                (int) between("samples", samples, 1, Integer.MAX_VALUE, 1),
                observed);
    }

    private static double between(String field, @Nullable Number value, double min, double max, double absent) {
        double number = value == null ? absent : value.doubleValue();
        if (number >= min && number <= max) {
            return number;
        }
        throw new InvalidInputException(field, number, "a number in " + plain(min) + ".." + plain(max));
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
    }

    private static long micros(double ms) {
        return Math.round(ms * 1_000);
    }
}
