package dev.edgewise.networkprobe.coordinator;

import java.util.List;

/**
 * Whom a node measures, as its agent is told.
 *
 * @param roundMillis how long a round lasts
 * @param echoes how many probes each peer gets in a round
 * @param roundsPerReport how many rounds a report is to hold
 * @param validMillis how long the agent goes by this list before it asks again, if nobody told it to
 */
record PeerList(String node, long roundMillis, int echoes, int roundsPerReport, long validMillis, List<Peer> peers) {
    /**
     * @param address IP address or name
     * @param port of UDP and TCP
     */
    record Peer(String node, String address, int port) {}

    PeerList {
        peers = List.copyOf(peers);
    }

    /** The same for equal lists: an entity tag, with its quotes (RFC 9110, 8.8.3). */
    String tag() {
        return '"' + Integer.toHexString(hashCode()) + "-" + peers.size() + '"';
    }
}
