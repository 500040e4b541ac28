package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.Transport;
import java.time.Duration;

/**
 * How long the prober waits.
 *
 * @param timeout after which an echo counts as lost, 10 ms to 10 s
 * @param stall how late the prober's own thread may be before what was under way is discarded, 1 ms to 1 s
 */
public record Timing(Duration timeout, Duration stall) {
    /** Before the kernel repeats a SYN, after one second (RFC 6298, 2.1), which would pass for a long round trip. */
    private static final long TCP_TIMEOUT_NANOS = Duration.ofMillis(900).toNanos();

    long timeoutNanos(Transport via) {
        return via == Transport.UDP ? timeout.toNanos() : Math.min(timeout.toNanos(), TCP_TIMEOUT_NANOS);
    }
}
