package dev.edgewise.scheduler.simulation;

import dev.edgewise.common.time.Ticker;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/**
 * Leaves the processor to decisions while pods wait to be placed, for {@value #PAUSE_FACTOR} times as long as was
 * worked before. Serves one answer, on one thread.
 */
public final class CpuYield implements Runnable {
    /** Ratio of the pause to the work of an answer: a tenth of a processor is left to answers while pods wait. */
    public static final int PAUSE_FACTOR = 9;

    /** Decisions take no longer; and waking a thread up should not cost more than its work. */
    private static final long STRETCH = Duration.ofMillis(2).toNanos();

    private static final long LONGEST_PAUSE = Duration.ofMillis(100).toNanos();

    private final BooleanSupplier hasPendingPods;
    private final Ticker ticker;
    private final LongConsumer pause;
    private long begun;

    /** @param pause takes nanoseconds */
    public CpuYield(BooleanSupplier hasPendingPods, Ticker ticker, LongConsumer pause) {
        this.hasPendingPods = hasPendingPods;
        this.ticker = ticker;
        this.pause = pause;
        this.begun = ticker.nanos();
    }

    /** Pauses if necessary. Called after each bit of work. */
    @Override
    public void run() {
        long worked = ticker.nanos() - begun;
        if (worked < STRETCH) {
            return;
        }
        if (hasPendingPods.getAsBoolean()) {
            pause.accept(Math.min(LONGEST_PAUSE, PAUSE_FACTOR * worked));
        }
        begun = ticker.nanos();
    }
}
