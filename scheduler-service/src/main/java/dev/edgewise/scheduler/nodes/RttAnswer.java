package dev.edgewise.scheduler.nodes;

import dev.edgewise.scheduler.rtt.RttRow;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What is known of the round-trip times from a node.
 *
 * @param known to how many nodes
 * @param stale how many of these are past their validity
 * @param oldest age of the oldest, as ISO-8601 duration in whole seconds
 */
record RttAnswer(int known, int stale, String oldest) {
    static @Nullable RttAnswer of(@Nullable RttRow row, Instant now) {
        if (row == null) {
            return null;
        }
        long millis = now.toEpochMilli();
        long seconds = (millis - row.oldestObservation(millis)) / 1000;
        return new RttAnswer(
                row.size(), row.staleAt(millis), Duration.ofSeconds(seconds).toString());
    }
}
