package dev.edgewise.networkprobe.agent.probe;

import java.time.Duration;
import java.util.List;

/**
 * Peers that the coordinator wants measured, and how.
 *
 * @param round how long a round takes
 * @param echoes to each peer in a round, ≥ 1
 */
public record PeerAssignment(Duration round, int echoes, List<Peer> peers) {
    public PeerAssignment {
        peers = List.copyOf(peers);
    }
}
