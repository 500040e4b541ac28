package dev.edgewise.offloader.scheduler;

import dev.edgewise.offloader.plan.MoveCause;
import org.jspecify.annotations.Nullable;

/**
 * A pod that scheduler-service would not place where it runs any more.
 *
 * @param cause {@link MoveCause#DELAY} or {@link MoveCause#REWARD}
 * @param pod {@code namespace/name}
 * @param reason for people
 * @param severity of a delay, how many times the bound was measured, above 1; of a reward, how far it is from the best,
 *     0..1; null where no time counts: worse than any
 * @param backup a node that it may go to; null if none is known
 */
public record Violation(
        MoveCause cause,
        String pod,
        String uid,
        String node,
        String reason,
        @Nullable Double severity,
        @Nullable String backup) {}
