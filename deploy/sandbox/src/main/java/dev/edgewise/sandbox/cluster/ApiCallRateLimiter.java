package dev.edgewise.sandbox.cluster;

import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** Keeps the simulation's calls to the API server below a rate, so that 5,000 simulated nodes do not drown it. */
public final class ApiCallRateLimiter {
    private final long nanosPerCall;
    private long next = System.nanoTime();

    /** @param callsPerSecond at least 1 */
    public ApiCallRateLimiter(int callsPerSecond) {
        this.nanosPerCall = TimeUnit.SECONDS.toNanos(1) / callsPerSecond;
    }

    /** Waits for this call's turn; returns at once while the rate is below the budget, or when interrupted. */
    public void await() {
        long wait = reserve() - System.nanoTime();
        long end = System.nanoTime() + wait;
        while (wait > 0 && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(wait);
            wait = end - System.nanoTime();
        }
    }

    private synchronized long reserve() {
        next = Math.max(next, System.nanoTime()) + nanosPerCall;
        return next - nanosPerCall;
    }
}
