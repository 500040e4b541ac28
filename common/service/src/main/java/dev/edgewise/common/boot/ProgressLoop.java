package dev.edgewise.common.boot;

import dev.edgewise.common.StepLoop;
import dev.edgewise.common.time.Ticker;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Repeats a step on a thread of its own. A step that fails is logged and counted, and the next one follows. Liveness
 * asks when the last step ended, failed or not.
 */
public final class ProgressLoop {
    private static final Logger LOG = LoggerFactory.getLogger(ProgressLoop.class);

    private final String name;
    private final Runnable step;
    private final Duration pause;
    private final Ticker ticker;
    private final Counter failed;
    private volatile @Nullable StepLoop loop;
    private volatile long ended;

    /**
     * @param name of its thread, and the tag of its failures
     * @param pause between two steps
     */
    public ProgressLoop(String name, Runnable step, Duration pause, Ticker ticker, MeterRegistry meters) {
        this.name = name;
        this.step = step;
        this.pause = pause;
        this.ticker = ticker;
        this.failed = Counter.builder("edgewise.steps.failed")
                .description("Steps of a loop that ended with an error, which the log has")
                .tag("loop", name)
                .register(meters);
    }

    public synchronized void start() {
        if (loop == null) {
            ended = ticker.nanos();
            StepLoop steps = new StepLoop(name);
            steps.repeat(this::step, pause);
            loop = steps;
        }
    }

    /** Ends after one more step. */
    public synchronized void stop() {
        StepLoop steps = loop;
        if (steps != null) {
            loop = null;
            steps.stopAfter(this::step);
        }
    }

    /** Time for which no step has ended, beyond the pause between two. */
    public Duration overdue() {
        Duration over = ticker.since(ended).minus(pause);
        return over.isNegative() || loop == null ? Duration.ZERO : over;
    }

    /** An executor would drop a step that throws, an error as well, without a word. */
    private void step() {
        try {
            step.run();
        } catch (Throwable e) {
            failed.increment();
            LOG.error("A step failed; loop={} retryIn={}", name, pause, e);
        }
        ended = ticker.nanos();
    }
}
