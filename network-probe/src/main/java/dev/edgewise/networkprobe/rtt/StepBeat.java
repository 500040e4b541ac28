package dev.edgewise.networkprobe.rtt;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs steps of a loop so that a failed one is logged and the next one comes, and knows when last one ended. */
final class StepBeat {
    private static final Logger log = LoggerFactory.getLogger(StepBeat.class);

    private final Ticker ticker;
    private volatile long ended;

    StepBeat(Ticker ticker) {
        this.ticker = ticker;
        this.ended = ticker.nanos();
    }

    /** An executor would drop a task that throws, an error as well, without a word. */
    Runnable guarded(Runnable step, Duration pause) {
        return () -> {
            try {
                step.run();
            } catch (Throwable e) {
                log.error("A step failed; the next is in {}", pause, e);
            }
            ended = ticker.nanos();
        };
    }

    Duration sinceEnded() {
        return ticker.since(ended);
    }
}
