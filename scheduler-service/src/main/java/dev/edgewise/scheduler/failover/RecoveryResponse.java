package dev.edgewise.scheduler.failover;

import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.protection.Cover;
import dev.edgewise.scheduler.protection.Covers;
import dev.edgewise.scheduler.protection.Demand;
import dev.edgewise.scheduler.protection.ProtectedPod;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What is kept for failures.
 *
 * @param profiles whose pods are to be protected
 * @param failures how many nodes may fail together
 * @param pods bound pods that are to be protected
 * @param unprotected how many of them no node keeps room for
 * @param requested what the protected ones need, by resource
 * @param reserved what is kept for them, by resource
 */
record RecoveryResponse(
        Set<String> profiles,
        int failures,
        int pods,
        int unprotected,
        Map<String, String> requested,
        Map<String, String> reserved,
        Page<BackupResponse> backups) {
    static RecoveryResponse of(Covers covers, List<ProtectedPod> pods, Page<BackupResponse> backups) {
        Demand requested = Demand.NONE;
        for (ProtectedPod pod : pods) {
            requested = pod.backup() == null ? requested : requested.plus(Demand.of(pod.pod()));
        }
        Demand reserved = Demand.NONE;
        for (Cover cover : covers.byBackup().values()) {
            reserved = reserved.plus(cover.reserve());
        }
        return new RecoveryResponse(
                covers.rules().profiles(),
                covers.rules().failures(),
                pods.size(),
                pods.size() - requested.pods(),
                requested.quantities(),
                reserved.quantities(),
                backups);
    }
}
