package dev.edgewise.networkprobe.agent.echo;

import java.util.concurrent.TimeUnit;

/**
 * How often something may happen, as the generic cell rate algorithm of ITU-T I.371 has it (a token bucket whose whole state is one
 * time).
 *
 * @param perSecond how often in the long run, 1..1,000,000 a second
 * @param burst how often at once after a pause, ≥ 1
 */
public record Rate(int perSecond, int burst) {
    private static final int MOST = 1_000_000;

    public Rate {
        if (perSecond < 1 || perSecond > MOST || burst < 1) {
            throw new IllegalArgumentException("rate is " + perSecond + "/s, burst " + burst
                    + ": allowed are 1..1000000/s and a burst of 1 or more");
        }
    }

    /** Whether it may happen now, given its state. */
    boolean conforms(long state, long nowNanos) {
        return state - nowNanos <= interval() * (burst - 1);
    }

    long next(long state, long nowNanos) {
        return nowNanos + Math.max(0, state - nowNanos) + interval();
    }

    private long interval() {
        return TimeUnit.SECONDS.toNanos(1) / perSecond;
    }
}
