package dev.edgewise.networkprobe.coordinator;

import dev.edgewise.networkprobe.pairs.Probes;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What an agent measured in one round, or in several.
 *
 * @param session drawn by the agent when it started
 * @param list the tag of the list of peers that the agent goes by; null if it has none, or is of a version that does not say
 * @param round the last of them, counts up within a session
 * @param stalls how often the agent itself stood still, and discarded what was on its way
 * @param discarded how many probes it discarded for that
 */
record Report(long session, @Nullable String list, long round, int stalls, int discarded, List<Probes> results) {
    Report {
        results = List.copyOf(results);
    }
}
