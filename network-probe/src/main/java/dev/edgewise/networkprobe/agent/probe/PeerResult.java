package dev.edgewise.networkprobe.agent.probe;

import java.util.List;

/**
 * What one round learnt about a peer. Echoes that are neither in {@code rttMicros} nor discarded were lost.
 *
 * @param to the peer's name
 * @param via how it was measured
 * @param sent all echoes of the round, ≥ 1
 * @param rttMicros one for each answer, in µs, ≥ 1
 * @param discarded those whose time is unknown, because the agent itself was stalled; nearly all of them were answered
 */
public record PeerResult(String to, Via via, int sent, List<Integer> rttMicros, int discarded) {
    public PeerResult {
        rttMicros = List.copyOf(rttMicros);
        if (sent < 1 || discarded < 0 || rttMicros.size() + discarded > sent) {
            throw new IllegalArgumentException("of " + sent + " echoes to " + to + ", " + rttMicros.size()
                    + " were answered and " + discarded + " discarded");
        }
    }

    /** How many got no answer. */
    public int lost() {
        return sent - rttMicros.size() - discarded;
    }
}
