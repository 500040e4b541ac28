package dev.edgewise.networkprobe.protocol;

import java.util.List;

/**
 * The coordinator's answer to a report.
 *
 * @param peersChanged whether the agent should ask for its peers again
 * @param probeNow peers that were asked for: to be measured and reported at once; most are on no list of the agent
 * @param probeEchoes how many echoes each of these gets; 0: as many as in a round
 */
public record ReportReply(boolean peersChanged, List<PeerAddress> probeNow, int probeEchoes) {
    public static final ReportReply NOTHING = new ReportReply(false, List.of(), 0);

    public ReportReply {
        probeNow = List.copyOf(probeNow);
        ProtocolLimits.check("probeEchoes", probeEchoes, 0, ProtocolLimits.MAX_SENT);
    }

    public boolean hasNews() {
        return peersChanged || !probeNow.isEmpty();
    }
}
