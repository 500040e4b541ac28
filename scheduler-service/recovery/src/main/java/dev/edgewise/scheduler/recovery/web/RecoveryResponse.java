package dev.edgewise.scheduler.recovery.web;

import dev.edgewise.common.web.Page;
import dev.edgewise.scheduler.recovery.RecoveryStatus;
import dev.edgewise.scheduler.state.protection.BackupIndex;
import dev.edgewise.scheduler.state.protection.NodeBackups;
import dev.edgewise.scheduler.state.protection.PodWithBackup;
import dev.edgewise.scheduler.state.protection.ResourceDemand;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The capacity reserved for failures.
 *
 * @param profiles whose pods are to be protected
 * @param failures how many nodes may fail together
 * @param leader whether this replica protects and restarts pods; another shows what their annotations say, and not what
 *     is under way
 * @param held why no pod is restarted now, whatever fails; null if nothing holds recovery back
 * @param failedNodes the nodes that have failed and whose protected pods are being restarted, by name; the first 100 at
 *     most
 * @param pods bound pods that are to be protected
 * @param unprotected how many of them have no backup
 * @param requested sum of the protected pods' requests, by resource
 * @param reserved sum of the reserves for them, by resource
 */
record RecoveryResponse(
        Set<String> profiles,
        int failures,
        boolean leader,
        @Nullable String held,
        List<String> failedNodes,
        int pods,
        int unprotected,
        Map<String, String> requested,
        Map<String, String> reserved,
        Page<BackupNodeResponse> backups) {
    static RecoveryResponse of(
            BackupIndex covers,
            RecoveryStatus status,
            boolean leads,
            List<PodWithBackup> pods,
            Page<BackupNodeResponse> backups) {
        ResourceDemand requested = ResourceDemand.NONE;
        for (PodWithBackup pod : pods) {
            requested = pod.backup() == null ? requested : requested.plus(ResourceDemand.of(pod.pod()));
        }
        ResourceDemand reserved = ResourceDemand.NONE;
        for (NodeBackups cover : covers.byBackup().values()) {
            reserved = reserved.plus(cover.reserve());
        }
        return new RecoveryResponse(
                covers.rules().profiles(),
                covers.rules().failures(),
                leads,
                status.pauseReason(),
                status.failedNodes(),
                pods.size(),
                pods.size() - requested.pods(),
                requested.quantities(),
                reserved.quantities(),
                backups);
    }
}
