package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.Transport;
import java.time.Duration;

/**
 * Timeouts of the prober.
 *
 * @param timeout after which an echo counts as lost, 10 ms to 10 s
 * @param stall how late the prober's own thread may be before what was under way is discarded, 1 ms to 1 s
 */
public record ProbeTimeouts(Duration timeout, Duration stall) {
    /**
     * The kernel repeats a SYN after one second (RFC 6298, 2.1): a connection that takes longer may have lost the first
     * one.
     */
    private static final long SYN_REPEATED_NANOS = Duration.ofMillis(900).toNanos();

    long timeoutNanos() {
        return timeout.toNanos();
    }

    /** Whether a lost SYN may be a part of what the answer took. */
    static boolean mayBeRepeated(Transport via, long tookNanos) {
        return via == Transport.TCP && tookNanos > SYN_REPEATED_NANOS;
    }
}
