package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Keeps pods off nodes where a host port they need is taken. */
final class NodePorts implements Filter {
    public static final String NAME = "NodePorts";

    private static final Rejection TAKEN =
            Rejection.unschedulable(NAME, "node(s) didn't have free ports for the requested pod ports");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        if (pod.spec().hostPorts().isEmpty()) {
            return PreparedNodeFilter.PASS;
        }
        RequestedHostPorts wanted = new RequestedHostPorts(pod.spec().hostPorts());
        return node -> wanted.clashOn(node) ? TAKEN : null;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.POD_REMOVED);
    }
}
