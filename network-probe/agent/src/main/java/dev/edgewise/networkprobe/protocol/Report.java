package dev.edgewise.networkprobe.protocol;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Measurements of an agent in one round, or in several.
 *
 * @param session drawn by the agent when it started
 * @param list the tag of the list of peers that the agent goes by; null if it has none, or is of a version that does
 *     not say
 * @param round the last of them, counts up within a session
 * @param measuredAtMillis when that was over, in ms since 1970 by the agent's clock
 * @param stalls how often the agent itself stood still, and discarded what was on its way
 */
public record Report(
        long session, @Nullable String list, long round, long measuredAtMillis, int stalls, List<PeerResult> results) {
    public Report {
        results = List.copyOf(results);
    }

    /** Returns this report with another list's tag. */
    public Report withList(@Nullable String tag) {
        return new Report(session, tag, round, measuredAtMillis, stalls, results);
    }

    public int discarded() {
        return results.stream().mapToInt(PeerResult::discarded).sum();
    }
}
