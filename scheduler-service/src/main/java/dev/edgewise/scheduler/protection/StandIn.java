package dev.edgewise.scheduler.protection;

import dev.edgewise.scheduler.model.Pod;

/**
 * What one node stands in for: one pod.
 *
 * @param home the node that the pod is on
 * @param keptApartFrom uid of the controller whose other pods must not restart beside it; empty for none
 */
public record StandIn(String backup, String home, Demand demand, String keptApartFrom) {
    /** @param failures how many nodes may fail together: after one, nothing restarts side by side that was not so before */
    public static StandIn of(Pod pod, String home, String backup, int failures) {
        boolean isApart = failures > 1 && KeptApart.isKeptApart(pod);
        return new StandIn(backup, home, Demand.of(pod), isApart ? pod.controllerUid() : "");
    }
}
