package dev.edgewise.scheduler.violations;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * A bound pod whose node does not meet its delay needs now.
 *
 * @param pod as {@code namespace/name}
 * @param node that it is on
 * @param reason why the node is unsuitable now, by the need that is broken worst
 * @param severity how many times that need's bound, of 1 ms at least, was measured; null where no time counts, as the
 *     path does not answer or loses too much
 * @param since when this replica found it
 * @param backup its backup, if that has free capacity beside all reserves; null otherwise
 */
record ViolationResponse(
        String pod,
        String uid,
        String node,
        String reason,
        @Nullable Double severity,
        Instant since,
        @Nullable String backup) {}
