package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/**
 * Keeps pods off nodes without capacity for them. A resource of which the pod requests nothing is not looked at, even
 * where the node is overcommitted; the number of pods always is.
 */
final class NodeResourcesFit implements Filter {
    public static final String NAME = "NodeResourcesFit";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        return new FitCheck(pod.spec().requests().needed(), snapshot::isOffered);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_ALLOCATABLE_CHANGED, ClusterEvent.POD_REMOVED);
    }
}
