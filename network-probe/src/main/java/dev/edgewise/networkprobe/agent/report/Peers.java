package dev.edgewise.networkprobe.agent.report;

import dev.edgewise.networkprobe.agent.probe.Assignment;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The coordinator's answer to "whom shall I measure?".
 *
 * @param assignment what it wants measured
 * @param validFor after which to ask again, if the coordinator did not say earlier that it is another; positive
 * @param tag its version; null if the coordinator gives none
 */
record Peers(Assignment assignment, Duration validFor, @Nullable String tag) {
    Peers {
        if (validFor.isZero() || validFor.isNegative()) {
            throw new IllegalArgumentException("validMillis is " + validFor.toMillis() + ": it must be positive");
        }
    }
}
