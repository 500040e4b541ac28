package dev.edgewise.networkprobe.rtt;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.edgewise.common.signal.EstimatedRange;
import dev.edgewise.common.signal.RoundTripTime;
import dev.edgewise.networkprobe.sources.RttSourceKind;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A round-trip time as users see it: delays in ms, with their age.
 *
 * @param resolutionMs how fine the source measures
 * @param estimate how far the truth may be from the values; absent if the pair was measured
 */
record RttResponse(
        String from,
        String to,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        double loss,
        double jitterMs,
        int samples,
        String source,
        double resolutionMs,
        Instant observedAt,
        Duration validFor,
        Duration age,
        boolean stale,
        @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable RangeResponse estimate) {
    private static final double MICROS = 1e3;

    /** Bounds of an estimate, each of which holds with a probability of {@code levelPercent}. */
    record RangeResponse(double lowerMs, double upperMs, int levelPercent) {
        static @Nullable RangeResponse of(@Nullable EstimatedRange range) {
            return range == null
                    ? null
                    : new RangeResponse(
                            range.lowerMicros() / MICROS, range.upperMicros() / MICROS, range.levelPercent());
        }
    }

    static RttResponse of(NodeNameValidator.Pair pair, RoundTripTime rtt, Instant now) {
        return new RttResponse(
                pair.from(),
                pair.to(),
                rtt.p50Micros() / MICROS,
                rtt.p95Micros() / MICROS,
                rtt.p99Micros() / MICROS,
                rtt.loss(),
                rtt.jitterMicros() / MICROS,
                rtt.samples(),
                rtt.observed().source(),
                resolutionMs(rtt),
                rtt.observed().at(),
                rtt.observed().validFor(),
                rtt.observed().age(now),
                rtt.observed().staleAt(now),
                RangeResponse.of(rtt.estimate()));
    }

    private static double resolutionMs(RoundTripTime rtt) {
        return RttSourceKind.ofPublished(rtt.observed().source())
                .map(source -> source.resolution().toNanos() / 1e6)
                .orElse(1 / MICROS);
    }
}
