package dev.edgewise.common.signal.publish;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Metrics of writing one kind of signal. */
public final class SignalWriteMetrics {
    private final Counter written;
    private final Counter failed;
    private final Counter values;
    private volatile boolean full;

    /** @param signal the kind's name, the tag {@code signal} */
    public SignalWriteMetrics(MeterRegistry meters, String signal) {
        this.written = writes(meters, signal, "ok");
        this.failed = writes(meters, signal, "unavailable");
        this.values = Counter.builder("edgewise.signal.values.written")
                .description("Single values written to the store because they changed or were about to expire")
                .tag("signal", signal)
                .register(meters);
        Gauge.builder("edgewise.redis.full", () -> full ? 1 : 0)
                .description("1 while Redis refuses to hold more")
                .tag("content", signal)
                .register(meters);
    }

    void written() {
        written.increment();
    }

    void written(int count) {
        values.increment(count);
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

    private static Counter writes(MeterRegistry meters, String signal, String result) {
        return Counter.builder("edgewise.signal.writes")
                .description("Rows of signals written to the store")
                .tag("signal", signal)
                .tag("result", result)
                .register(meters);
    }
}
