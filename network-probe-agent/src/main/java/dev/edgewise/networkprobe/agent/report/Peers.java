package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's answer to "whom shall I measure?".
 *
 * @param assignment what it wants measured
 * @param validFor after which to ask again, if the coordinator did not say earlier that it is another; up to
 *     seven days
 * @param tag its version; null if the coordinator gives none
 */
record Peers(Assignment assignment, Duration validFor, @Nullable String tag) {
    private static final long MOST_MILLIS = TimeUnit.DAYS.toMillis(7);

    Peers {
        long millis = validFor.toMillis();
        if (millis < 1 || millis > MOST_MILLIS) {
            throw new IllegalArgumentException("validMillis is " + millis + ": allowed are 1 to " + MOST_MILLIS);
        }
    }
}
