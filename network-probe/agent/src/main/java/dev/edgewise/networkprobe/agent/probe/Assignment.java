package dev.edgewise.networkprobe.agent.probe;

import java.time.Duration;
import java.util.List;

/**
 * Peers that the coordinator wants measured, and how.
 *
 * @param round how long a round takes
 * @param echoes to each peer in a round, ≥ 1
 */
public record Assignment(Duration round, int echoes, List<Peer> peers) {
    public Assignment {
        peers = List.copyOf(peers);
    }
}
