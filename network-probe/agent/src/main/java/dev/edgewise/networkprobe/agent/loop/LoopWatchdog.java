package dev.edgewise.networkprobe.agent.loop;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Shows whether a thread still makes progress. */
public final class LoopWatchdog {
    private final LongSupplier nanos;
    private final long patience;
    private volatile long last;

    /**
     * @param patience how long a healthy thread may take from one beat to the next
     * @param nanos monotonic time
     */
    public LoopWatchdog(Duration patience, LongSupplier nanos) {
        this.nanos = nanos;
        this.patience = patience.toNanos();
        this.last = nanos.getAsLong();
    }

    public void beat() {
        last = nanos.getAsLong();
    }

    public boolean alive() {
        return nanos.getAsLong() - last <= patience;
    }
}
