package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Peer;
import java.util.List;

/**
 * The coordinator's answer to a report.
 *
 * @param peersChanged whether to ask for the peers again
 * @param probeNow whom to measure at once, because somebody waits for it
 * @param probeEchoes how many echoes each of them gets; 0: as many as in a round
 */
record Answer(boolean peersChanged, List<Peer> probeNow, int probeEchoes) {
    static final Answer NOTHING = new Answer(false, List.of(), 0);

    Answer {
        probeNow = List.copyOf(probeNow);
    }
}
