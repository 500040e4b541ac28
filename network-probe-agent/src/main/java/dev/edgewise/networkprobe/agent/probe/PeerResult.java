package dev.edgewise.networkprobe.agent.probe;

import java.util.ArrayList;
import java.util.List;

/**
 * What one round learnt about a peer, or several rounds. Echoes that are neither in {@code rttMicros} nor discarded were lost.
 *
 * @param to the peer's name
 * @param via how it was measured, at last
 * @param sent all echoes, ≥ 1
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

    /** What this and a later result of the same peer say. */
    PeerResult and(PeerResult later) {
        List<Integer> times = new ArrayList<>(rttMicros);
        times.addAll(later.rttMicros);
        return new PeerResult(to, later.via, sent + later.sent, times, discarded + later.discarded);
    }

    /** How many got no answer. */
    public int lost() {
        return sent - rttMicros.size() - discarded;
    }
}
