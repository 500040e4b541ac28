package dev.edgewise.networkprobe.agent.probe;

import dev.edgewise.networkprobe.protocol.Transport;
import java.net.InetSocketAddress;

/**
 * One echo that has no answer yet.
 *
 * @param sequence its number
 * @param round the round it belongs to
 * @param tally where it counts
 * @param via the way it goes
 * @param trial whether it only tries that way, and does not count
 * @param sentNanos when it was sent, monotonic
 * @param deadlineNanos when it is lost
 */
record Echo(
        long sequence, Round round, PeerTally tally, Transport via, boolean trial, long sentNanos, long deadlineNanos) {

    Peer peer() {
        return tally.peer;
    }

    InetSocketAddress address() {
        return tally.peer.address();
    }
}
