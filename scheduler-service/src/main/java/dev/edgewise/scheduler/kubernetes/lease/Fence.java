package dev.edgewise.scheduler.kubernetes.lease;

import dev.edgewise.scheduler.cycle.Mandate;
import java.util.function.LongSupplier;

/**
 * Stands between a replica's decisions and the cluster. It is open while the replica leads, and shuts by itself when the
 * Lease is not renewed in time, also if the thread that renews it is held up. Safe for many threads.
 */
public final class Fence implements Mandate {
    private final LongSupplier nanos;
    private volatile long shutsAt;

    /** Begins shut. */
    public Fence() {
        this(System::nanoTime);
    }

    /** @param nanos a watch that no one sets */
    Fence(LongSupplier nanos) {
        this.nanos = nanos;
        this.shutsAt = nanos.getAsLong();
    }

    @Override
    public boolean holds() {
        return remainingNanos() > 0;
    }

    long remainingNanos() {
        return shutsAt - nanos.getAsLong();
    }

    void openUntil(long time) {
        shutsAt = time;
    }

    void shut() {
        shutsAt = nanos.getAsLong();
    }
}
