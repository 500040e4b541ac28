package dev.edgewise.networkprobe.coordinator;

import java.util.List;

/**
 * What an agent is told when it reports.
 *
 * @param peersChanged it should ask for its peers again
 * @param probeNow peers that somebody waits for: to be measured and reported at once; with their addresses, for most are on
 *     no list of the agent
 * @param probeEchoes how many echoes each of these gets; 0: as many as in a round
 */
record ReportReply(boolean peersChanged, List<PeerList.Peer> probeNow, int probeEchoes) {
    ReportReply {
        probeNow = List.copyOf(probeNow);
    }

    boolean isEmpty() {
        return !peersChanged && probeNow.isEmpty();
    }
}
