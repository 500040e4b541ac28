package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;

/**
 * One echo that has no answer yet; times are monotonic.
 *
 * @param trial whether it only tries the transport, and does not count
 */
record PendingEcho(
        long sequence,
        ProbeRound round,
        PeerCounters tally,
        Transport via,
        boolean trial,
        long sentNanos,
        long deadlineNanos) {

    Peer peer() {
        return tally.peer;
    }

    InetSocketAddress address() {
        return tally.peer.address();
    }
}
