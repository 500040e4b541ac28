package dev.edgewise.networkprobe.agent.loop;

import java.util.concurrent.TimeUnit;

/**
 * Time when this process last lacked CPU. The thread that measures sees it, as it knows when it meant to wake; the one
 * that answers cannot, as it waits for packets, but the two share the CPU of the process. Safe for many threads.
 */
public final class CpuStalls {
    private static final long RECENT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private volatile long lastNanos;

    /** @param nowNanos the monotonic time now, at which no stall was seen yet */
    public CpuStalls(long nowNanos) {
        this.lastNanos = nowNanos - RECENT_NANOS;
    }

    /** A thread woke too late. */
    public void seen(long nowNanos) {
        lastNanos = nowNanos;
    }

    public boolean isRecent(long nowNanos) {
        return nowNanos - lastNanos < RECENT_NANOS;
    }
}
