package dev.edgewise.networkprobe.pairs;

import java.util.Arrays;

/**
 * What came of the probes that one node sent to another in one round, or in several.
 *
 * @param to the receiver
 * @param sent how many there were, without those that the sender's own stall spoiled; ≥ 0
 * @param rttMicros of those answered, in µs, in the order they were sent; not copied
 */
public record Probes(String to, int sent, long... rttMicros) {
    public int answered() {
        return rttMicros.length;
    }

    public int lost() {
        return sent - rttMicros.length;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Probes probes
                && to.equals(probes.to)
                && sent == probes.sent
                && Arrays.equals(rttMicros, probes.rttMicros);
    }

    @Override
    public int hashCode() {
        return 31 * to.hashCode() + Arrays.hashCode(rttMicros);
    }
}
