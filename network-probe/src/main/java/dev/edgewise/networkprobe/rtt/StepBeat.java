package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.time.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs steps of a loop so that a failed one is logged and counted, and the next one comes; knows when last one ended, well or not. */
final class StepBeat {
    private static final Logger LOG = LoggerFactory.getLogger(StepBeat.class);

    private final Ticker ticker;
    private final Counter failed;
    private volatile long ended;

    StepBeat(Ticker ticker, MeterRegistry meters) {
        this.ticker = ticker;
        this.failed = Counter.builder("edgewise.rtt.steps.failed")
                .description("Steps of the loop that ended with an error, which the log has")
                .register(meters);
        this.ended = ticker.nanos();
    }

    /** An executor would drop a task that throws, an error as well, without a word. */
    Runnable guarded(Runnable step, Duration pause) {
        return () -> {
            try {
                step.run();
            } catch (Throwable e) {
                failed.increment();
                LOG.error("A step failed; the next is in {}", pause, e);
            }
            ended = ticker.nanos();
        };
    }

    Duration sinceEnded() {
        return ticker.since(ended);
    }
}
