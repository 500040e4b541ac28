package dev.edgewise.networkprobe.relay;

import java.net.InetSocketAddress;
import java.time.Duration;

/**
 * Delay and loss that a relay adds to the way to a target.
 *
 * @param target where packets go
 * @param oneWay added there, and again on the way back; 0 to 10 s
 * @param loss the share of packets dropped on the way there, 0 to 1
 * @param seed of which ones are dropped
 */
public record Path(InetSocketAddress target, Duration oneWay, double loss, long seed) {
    private static final Duration MOST = Duration.ofSeconds(10);

    public Path {
        if (target.isUnresolved() || target.getPort() == 0) {
            throw new IllegalArgumentException("target is " + target + ": a known host and a port are needed");
        }
        if (oneWay.isNegative() || oneWay.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("delay is " + oneWay.toNanos() / 1e6 + " ms: allowed are 0 to 10000");
        }
        if (!(loss >= 0 && loss <= 1)) {
            throw new IllegalArgumentException("loss is " + loss + ": allowed are 0 to 1");
        }
    }
}
