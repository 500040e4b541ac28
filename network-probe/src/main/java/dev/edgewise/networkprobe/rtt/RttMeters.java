package dev.edgewise.networkprobe.rtt;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** The figures of the round-trip times in force. */
final class RttMeters {
    private RttMeters() {}

    static void register(MeterRegistry meters, Supplier<Number> pairs, Supplier<Number> ageSeconds) {
        Gauge.builder("edgewise.rtt.pairs", pairs)
                .description("Pairs of nodes with a round-trip time in force")
                .register(meters);
        Gauge.builder("edgewise.rtt.matrix.age", ageSeconds)
                .description("Time since the delay matrix in force was read")
                .baseUnit("seconds")
                .register(meters);
    }
}
