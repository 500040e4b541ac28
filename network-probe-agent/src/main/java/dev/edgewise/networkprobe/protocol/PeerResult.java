package dev.edgewise.networkprobe.protocol;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * What came of the probes of one peer in a round, or in several. Those that are neither in {@code rttMicros} nor discarded were lost.
 *
 * @param to the peer's name
 * @param via how it was measured, at last
 * @param sent all probes, ≥ 1
 * @param discarded those whose time is unknown, because the agent itself was stalled; nearly all of them were answered
 * @param rttMicros one for each answer, in µs, ≥ 1, in the order they were sent; not copied
 */
public record PeerResult(String to, Transport via, int sent, int discarded, long... rttMicros) {
    public PeerResult {
        if (sent < 1 || discarded < 0 || rttMicros.length + discarded > sent) {
            throw new IllegalArgumentException("of " + sent + " echoes to " + to + ", " + rttMicros.length
                    + " were answered and " + discarded + " discarded");
        }
    }

    /** A result of probes that open connections, none of them discarded. */
    public PeerResult(String to, int sent, long... rttMicros) {
        this(to, Transport.TCP, sent, 0, rttMicros);
    }

    /** What this and a later result of the same peer say. */
    public PeerResult and(PeerResult later) {
        long[] times = LongStream.concat(Arrays.stream(rttMicros), Arrays.stream(later.rttMicros))
                .toArray();
        return new PeerResult(to, later.via, sent + later.sent, discarded + later.discarded, times);
    }

    /** How many probes count: all but the discarded. */
    public int counted() {
        return sent - discarded;
    }

    public int answered() {
        return rttMicros.length;
    }

    public int lost() {
        return counted() - answered();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof PeerResult result
                && to.equals(result.to)
                && via == result.via
                && sent == result.sent
                && discarded == result.discarded
                && Arrays.equals(rttMicros, result.rttMicros);
    }

    @Override
    public int hashCode() {
        return 31 * to.hashCode() + Arrays.hashCode(rttMicros);
    }
}
