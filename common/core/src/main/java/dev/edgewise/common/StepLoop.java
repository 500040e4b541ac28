package dev.edgewise.common;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** A daemon thread that repeats steps. A step that throws is not repeated: steps must catch their exceptions. */
public final class StepLoop {
    private static final long LONGEST_STOP_SECONDS = 10;

    private final ScheduledExecutorService executor;

    public StepLoop(String name) {
        this.executor = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, name);
            thread.setDaemon(true);
            return thread;
        });
    }

    /** Runs the step now, and again after each pause. */
    public void repeat(Runnable step, Duration pause) {
        executor.scheduleWithFixedDelay(step, 0, pause.toNanos(), TimeUnit.NANOSECONDS);
    }

    /** Runs the last step when the one under way has ended, and no more; after 10 s both are interrupted. */
    public void stopAfter(Runnable lastStep) {
        executor.execute(lastStep);
        executor.shutdown();
        try {
            if (!executor.awaitTermination(LONGEST_STOP_SECONDS, TimeUnit.SECONDS)) {
                executor.shutdownNow();
            }
        } catch (InterruptedException e) {
            executor.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }
}
