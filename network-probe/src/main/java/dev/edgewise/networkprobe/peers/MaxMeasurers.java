package dev.edgewise.networkprobe.peers;

import dev.edgewise.networkprobe.protocol.ProtocolLimits;
import java.time.Duration;

/**
 * The number of nodes that may measure one node at a time: as many join by a landmark in a step, and as many again may
 * have a node as their peer for other reasons. So an agent answers a fifth of its limit at most.
 *
 * @param nodes how many, ≥ 1
 */
public record MaxMeasurers(int nodes) {
    private static final int SHARE_PER_SECOND = ProtocolLimits.MAX_ANSWERS_PER_SECOND / 10;

    public MaxMeasurers {
        if (nodes < 1) {
            throw new IllegalArgumentException("nodes is " + nodes + ": it must be 1 or more");
        }
    }

    /**
     * Returns how many nodes one agent can answer with a tenth of its limit.
     *
     * @param echoes to one peer in a round
     */
    public static MaxMeasurers of(Duration round, int echoes) {
        return new MaxMeasurers((int) Math.max(1, SHARE_PER_SECOND * round.toMillis() / 1_000 / echoes));
    }
}
