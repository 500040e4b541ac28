package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.scheduler.state.protection.PodWithBackup;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A pod that is to be protected.
 *
 * @param pod as {@code namespace/name}
 * @param node that it is on
 * @param backup the node that has a reserve for it; null if none does
 * @param reason why none does; null if one does
 */
record ProtectionResponse(String pod, String node, @Nullable String backup, @Nullable String reason) {
    /** @param why of a pod without a backup */
    static ProtectionResponse of(PodWithBackup pod, Function<PodWithBackup, String> why) {
        return new ProtectionResponse(
                pod.pod().key().toString(), pod.home(), pod.backup(), pod.backup() == null ? why.apply(pod) : null);
    }
}
