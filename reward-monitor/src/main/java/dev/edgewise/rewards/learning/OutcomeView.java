package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;
import java.time.Instant;

/**
 * An outcome that was counted.
 *
 * @param value 0..1
 * @param pod {@code namespace/name}; empty if it is of no pod
 * @param detail such as the container and its exit code; may be empty
 */
public record OutcomeView(Instant at, Cause cause, double value, String pod, String detail) {}
