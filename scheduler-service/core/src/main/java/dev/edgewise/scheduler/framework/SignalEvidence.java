package dev.edgewise.scheduler.framework;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A signal that a decision is based on.
 *
 * @param signal which kind: {@code rtt}, {@code energy} or {@code reward}
 * @param subject what it is about: a node, or {@code from -> to}
 * @param age since it was observed; null if it is missing
 * @param value its content, in words; null where the subject is all paths from a node, or the signal is missing
 */
public record SignalEvidence(
        String signal, String subject, @Nullable Duration age, State state, @Nullable String value) {
    public SignalEvidence(String signal, String subject, @Nullable Duration age, State state) {
        this(signal, subject, age, state, null);
    }

    /** The reliability of the signal. */
    public enum State {
        FRESH,
        STALE,
        MISSING
    }
}
