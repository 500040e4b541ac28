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
    /** One second for an answer, and 5 ms for a thread to be woken. */
    public static final Timing DEFAULT = new Timing(Duration.ofSeconds(1), Duration.ofMillis(5));

    /** Before the kernel repeats a SYN, after one second (RFC 6298, 2.1), which would pass for a long round trip. */
    private static final long TCP_TIMEOUT_NANOS = Duration.ofMillis(900).toNanos();

    public Timing {
        check("timeout", timeout, 10, 10_000);
        check("stall", stall, 1, 1_000);
    }

    private static void check(String name, Duration value, long least, long most) {
        if (value.toMillis() < least || value.toMillis() > most) {
            throw new IllegalArgumentException(
                    name + " is " + value.toMillis() + " ms: allowed are " + least + " to " + most);
        }
    }

    long timeoutNanos(Transport via) {
        return via == Transport.UDP ? timeout.toNanos() : Math.min(timeout.toNanos(), TCP_TIMEOUT_NANOS);
    }
}
