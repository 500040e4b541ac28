package dev.edgewise.offloader.scheduler;

import org.jspecify.annotations.Nullable;

/**
 * A pod whose node does not meet its delay needs, as scheduler-service says.
 *
 * @param pod {@code namespace/name}
 * @param reason for people
 * @param severity how many times the bound was measured, above 1; null where no time counts: worse than any
 * @param backup a node that it may go to; null if none is known
 */
public record Violation(
        String pod, String uid, String node, String reason, @Nullable Double severity, @Nullable String backup) {}
