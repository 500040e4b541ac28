package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.Pod;
import org.jspecify.annotations.Nullable;

/**
 * What one node stands in for: one pod.
 *
 * @param home the node that the pod is on
 * @param keptApart of which replicas it is one that must not restart side by side; null for none
 */
public record StandIn(String backup, String home, Demand demand, @Nullable Replicas keptApart) {
    /** The pods of a controller. Whoever may create pods elsewhere can name it as theirs. */
    record Replicas(String namespace, String controllerUid) {
        static Replicas of(Pod pod) {
            return new Replicas(pod.namespace(), pod.controllerUid());
        }
    }

    /** @param failures how many nodes may fail together: after one, nothing restarts side by side that was not so before */
    public static StandIn of(Pod pod, String home, String backup, int failures) {
        boolean isApart = failures > 1 && KeptApart.isKeptApart(pod);
        return new StandIn(backup, home, Demand.of(pod), isApart ? Replicas.of(pod) : null);
    }
}
