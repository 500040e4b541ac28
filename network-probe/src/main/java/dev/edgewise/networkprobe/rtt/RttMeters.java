package dev.edgewise.networkprobe.rtt;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.function.Supplier;

/** The figures of the published round-trip times. */
final class RttMeters {
    private final Counter written;
    private final Counter failed;
    private final Counter values;
    private volatile boolean full;

    RttMeters(MeterRegistry meters, Supplier<Number> pairs, Supplier<Number> ageSeconds) {
        this.written = writes(meters, "ok");
        this.failed = writes(meters, "unavailable");
        this.values = Counter.builder("edgewise.rtt.pairs.written")
                .description("Single pairs brought to the store because they changed or were about to expire")
                .register(meters);
        Gauge.builder("edgewise.rtt.pairs", pairs)
                .description("Pairs of nodes with a round-trip time in force")
                .register(meters);
        Gauge.builder("edgewise.redis.full", () -> full ? 1 : 0)
                .description("1 while Redis refuses to hold more")
                .tag("of", "rtt")
                .register(meters);
        Gauge.builder("edgewise.rtt.matrix.age", ageSeconds)
                .description("Time since the delay matrix in force was read")
                .baseUnit("seconds")
                .register(meters);
    }

    void written() {
        written.increment();
    }

    void written(int pairs) {
        values.increment(pairs);
    }

    void full(boolean now) {
        full = now;
    }

    boolean isFull() {
        return full;
    }

    void writeFailed() {
        failed.increment();
    }

    private static Counter writes(MeterRegistry meters, String result) {
        return Counter.builder("edgewise.rtt.writes")
                .description("Rows of round-trip times brought to the store")
                .tag("result", result)
                .register(meters);
    }
}
