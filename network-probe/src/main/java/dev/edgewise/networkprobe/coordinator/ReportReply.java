package dev.edgewise.networkprobe.coordinator;

import java.util.List;

/**
 * What an agent is told when it reports.
 *
 * @param peersChanged it should ask for its peers again
 * @param probeNow pairs that somebody waits for: to be measured and reported at once
 */
record ReportReply(boolean peersChanged, List<String> probeNow) {
    boolean isEmpty() {
        return !peersChanged && probeNow.isEmpty();
    }
}
