package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.signal.RoundTripTime;
import java.time.Duration;
import java.time.Instant;

/** A round-trip time as users see it: delays in ms, with their age. */
record RttView(
        String from,
        String to,
        double p50Ms,
        double p95Ms,
        double p99Ms,
        double loss,
        double jitterMs,
        int samples,
        String source,
        Instant observedAt,
        Duration validFor,
        Duration age,
        boolean stale) {
    private static final double MICROS = 1e3;

    static RttView of(Pair pair, RoundTripTime rtt, Instant now) {
        return new RttView(
                pair.from(),
                pair.to(),
                rtt.p50Micros() / MICROS,
                rtt.p95Micros() / MICROS,
                rtt.p99Micros() / MICROS,
                rtt.loss(),
                rtt.jitterMicros() / MICROS,
                rtt.samples(),
                rtt.observed().source(),
                rtt.observed().at(),
                rtt.observed().validFor(),
                rtt.observed().age(now),
                rtt.observed().staleAt(now));
    }
}
