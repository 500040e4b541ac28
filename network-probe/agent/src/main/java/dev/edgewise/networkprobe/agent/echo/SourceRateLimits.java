package dev.edgewise.networkprobe.agent.echo;

import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import java.net.InetAddress;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;

/**
 * Rate limits of each source address, and of all together. Memory is constant: addresses share a fixed table, chosen by
 * a hash whose seed is secret, so that two sources rarely collide and cannot do so on purpose. An IPv6 source is its
 * /64, since one machine can have all addresses of that. Not thread-safe.
 */
public final class SourceRateLimits {
    private static final int SLOTS = 4096;
    private static final int V6_PREFIX_BYTES = 8;
    private static final long FNV_PRIME = 0x100000001b3L;

    private final Rate perSource;
    private final Rate overall;
    private final long seed;
    private final long[] sources = new long[SLOTS];
    private long all;

    /**
     * @param perSource for one source
     * @param overall for all of them
     * @param seed of the hash: unforeseeable, but in tests
     * @param nowNanos the monotonic time now
     */
    public SourceRateLimits(Rate perSource, Rate overall, long seed, long nowNanos) {
        this.perSource = perSource;
        this.overall = overall;
        this.seed = seed;
        this.all = nowNanos;
        Arrays.fill(sources, nowNanos);
    }

    /**
     * Returns the limits of an agent: 5,000 requests a second in all, of which the coordinator plans a fifth at most,
     * and 1,000 from one source, which may be the one address of 2,000 nodes behind a NAT.
     */
    public static SourceRateLimits ofAgent(long seed, long nowNanos) {
        return new SourceRateLimits(
                new Rate(1000, 200), new Rate(ProtocolLimits.MAX_ANSWERS_PER_SECOND, 500), seed, nowNanos);
    }

    /** Whether this source may ask now; what is refused does not count. */
    public boolean admits(InetAddress source, long nowNanos) {
        return admits(slot(source.getAddress()), nowNanos);
    }

    /** Whether the source of this number may ask now. */
    boolean admits(long source, long nowNanos) {
        return admits(spread(seed ^ source), nowNanos);
    }

    private boolean admits(int slot, long nowNanos) {
        if (!perSource.conforms(sources[slot], nowNanos) || !overall.conforms(all, nowNanos)) {
            return false;
        }
        sources[slot] = perSource.next(sources[slot], nowNanos);
        all = overall.next(all, nowNanos);
        return true;
    }

    /** FNV-1a over the address. */
    private int slot(byte[] address) {
        long hash = seed;
        for (int i = 0; i < Math.min(address.length, V6_PREFIX_BYTES); i++) {
            hash = (hash ^ address[i]) * FNV_PRIME;
        }
        return spread(hash);
    }

    /** The finalizer of SplitMix64, so that the seed reaches every bit. */
    private static int spread(long value) {
        long hash = (value ^ value >>> 30) * 0xbf58476d1ce4e5b9L;
        hash = (hash ^ hash >>> 27) * 0x94d049bb133111ebL;
        return (int) (hash >>> 33) & SLOTS - 1;
    }

    /**
     * A rate limit by the generic cell rate algorithm of ITU-T I.371 (a token bucket whose whole state is one time).
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
}
