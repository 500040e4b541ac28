package dev.edgewise.rewards.learning.ledger;

import dev.edgewise.rewards.outcomes.OutcomeCause;
import java.time.Instant;

/**
 * An outcome that was counted, recorded for people.
 *
 * @param value 0..1
 * @param pod {@code namespace/name}; empty if it has no pod
 * @param detail such as the container and its exit code; may be empty
 */
public record RecordedOutcome(Instant at, OutcomeCause cause, double value, String pod, String detail) {}
