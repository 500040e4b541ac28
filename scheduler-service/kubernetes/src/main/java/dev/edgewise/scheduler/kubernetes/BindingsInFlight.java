package dev.edgewise.scheduler.kubernetes;

import java.util.concurrent.TimeUnit;

/** Counts the bindings under way, so that less urgent requests can wait for them. */
final class BindingsInFlight {
    private int underWay;

    synchronized void begin() {
        underWay++;
    }

    synchronized void end() {
        if (--underWay == 0) {
            notifyAll();
        }
    }

    /** Waits until no binding is under way, but no longer than this. */
    synchronized void awaitQuiet(long nanos) throws InterruptedException {
        long deadline = System.nanoTime() + nanos;
        for (long left = nanos; underWay > 0 && left > 0; left = deadline - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }
}
