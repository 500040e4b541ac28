package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Peer;
import java.util.List;

/**
 * The coordinator's answer to a report.
 *
 * @param peersChanged whether to ask for the peers again
 * @param probeNow whom to measure at once, because somebody waits for it
 */
record Answer(boolean peersChanged, List<Peer> probeNow) {
    static final Answer NOTHING = new Answer(false, List.of());

    Answer {
        probeNow = List.copyOf(probeNow);
    }
}
