package dev.edgewise.networkprobe.protocol;

import java.util.Arrays;
import java.util.stream.LongStream;

/**
 * Outcome of the probes of one peer in a round, or in several. Probes that are neither in {@code rttMicros} nor
 * discarded were lost.
 *
 * @param to the peer's name
 * @param via how it was measured, at last
 * @param sent all probes, ≥ 1
 * @param discarded those whose time is unknown, because the agent itself was stalled
 * @param untimed those of the discarded that were answered; of the others it is not known
 * @param rttMicros one for each answer with a time, in µs, ≥ 1, in the order they were sent; not copied
 */
@SuppressWarnings("ArrayRecordComponent")
public record PeerResult(String to, Transport via, int sent, int discarded, int untimed, long[] rttMicros) {
    public PeerResult {
        if (sent < 1 || untimed < 0 || discarded < untimed || rttMicros.length + discarded > sent) {
            throw new IllegalArgumentException("of " + sent + " echoes to " + to + ", " + rttMicros.length
                    + " were answered, " + discarded + " discarded, " + untimed + " of these answered");
        }
    }

    /** A result in which nothing is known of the discarded. */
    public PeerResult(String to, Transport via, int sent, int discarded, long... rttMicros) {
        this(to, via, sent, discarded, 0, rttMicros);
    }

    /** A result of probes that open connections, none of them discarded. */
    public PeerResult(String to, int sent, long... rttMicros) {
        this(to, Transport.TCP, sent, 0, 0, rttMicros);
    }

    /** Combines this result with a later one of the same peer. */
    public PeerResult and(PeerResult later) {
        long[] times = LongStream.concat(Arrays.stream(rttMicros), Arrays.stream(later.rttMicros))
                .toArray();
        return new PeerResult(
                to, later.via, sent + later.sent, discarded + later.discarded, untimed + later.untimed, times);
    }

    /** Number of probes that count for times and silence: all but the discarded. */
    public int counted() {
        return sent - discarded;
    }

    /** Number of probes that are known to be answered or lost. */
    public int known() {
        return counted() + untimed;
    }

    /** Whether any answer came, be its time known or not. */
    public boolean isAnswered() {
        return answered() + untimed > 0;
    }

    /** Number of probes that were answered in time to be measured. */
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
                && untimed == result.untimed
                && Arrays.equals(rttMicros, result.rttMicros);
    }

    @Override
    public int hashCode() {
        return 31 * to.hashCode() + Arrays.hashCode(rttMicros);
    }
}
