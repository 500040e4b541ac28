package dev.edgewise.scheduler.nodes;

import dev.edgewise.scheduler.signals.rtt.RttRow;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * The known round-trip times from a node.
 *
 * @param known to how many nodes
 * @param age of the oldest, as ISO-8601 duration in whole seconds
 * @param fresh whether none of them is past its validity
 */
record RttResponse(int known, String age, boolean fresh) {
    static @Nullable RttResponse of(@Nullable RttRow row, Instant now) {
        if (row == null) {
            return null;
        }
        long millis = now.toEpochMilli();
        long seconds = Math.max(0, millis - row.oldestObservation()) / 1000;
        return new RttResponse(row.size(), Duration.ofSeconds(seconds).toString(), millis <= row.firstExpiry());
    }
}
