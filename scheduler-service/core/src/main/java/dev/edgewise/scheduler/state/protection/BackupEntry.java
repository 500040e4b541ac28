package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * The backup of one pod.
 *
 * @param home the node that the pod is on
 * @param keptApart the replicas, this one included, that must not restart side by side; null for none
 */
public record BackupEntry(String backup, String home, ResourceDemand demand, @Nullable Replicas keptApart) {
    /**
     * The pods of a controller in one namespace; clients with the right to create pods elsewhere can name the same
     * controller.
     */
    record Replicas(String namespace, String controllerUid) {
        static Replicas of(Pod pod) {
            return new Replicas(pod.namespace(), pod.controllerUid());
        }
    }

    /**
     * @param failures how many nodes may fail together: after one, nothing restarts side by side that was not so before
     */
    public static BackupEntry of(Pod pod, String home, String backup, int failures) {
        boolean isApart = failures > 1 && MutuallyExclusivePods.isKeptApart(pod);
        return new BackupEntry(backup, home, ResourceDemand.of(pod), isApart ? Replicas.of(pod) : null);
    }
}
