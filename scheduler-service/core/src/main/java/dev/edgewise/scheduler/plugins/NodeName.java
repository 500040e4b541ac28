package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Keeps a pod that demands one node by {@code spec.nodeName} off all others. */
final class NodeName implements Filter {
    public static final String NAME = "NodeName";

    private static final Rejection OTHER = Rejection.unresolvable(NAME, "node(s) didn't match the requested node name");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        String wanted = pod.spec().nodeName();
        return wanted == null ? PreparedNodeFilter.PASS : node -> node.name().equals(wanted) ? null : OTHER;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED);
    }
}
