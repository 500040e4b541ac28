package dev.edgewise.scheduler.state;

import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The one lock of the cluster's state. Each step of the state runs under it as a whole: what comes of nodes and pods,
 * of facts, of reservations and of protection. No class takes another lock in a step.
 */
final class StateLock {
    /** Runs the step. */
    synchronized void run(Runnable step) {
        step.run();
    }

    /** Runs the step, and returns its answer. */
    synchronized <T extends @Nullable Object> T get(Supplier<T> step) {
        return step.get();
    }
}
