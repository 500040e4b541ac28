package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.pairs.Probes;
import java.util.List;

/**
 * What an agent measured in one round, or in several.
 *
 * @param session drawn by the agent when it started
 * @param round the last of them, counts up within a session
 * @param stalls how often the agent itself stood still, and discarded what was on its way
 * @param discarded how many probes it discarded for that
 */
record Report(long session, long round, int stalls, int discarded, List<Probes> results) {
    Report {
        results = List.copyOf(results);
    }
}
