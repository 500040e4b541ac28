package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.Toleration;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Keeps pods off cordoned nodes, unless they tolerate the taint that a cordon stands for. */
final class NodeUnschedulable implements Filter {
    public static final String NAME = "NodeUnschedulable";

    private static final Taint CORDON = new Taint("node.kubernetes.io/unschedulable", "", Taint.Effect.NO_SCHEDULE);
    private static final Rejection CORDONED = Rejection.unresolvable(NAME, "node(s) were unschedulable");
    private static final PreparedNodeFilter NOT_CORDONED =
            PreparedNodeFilter.ofClosedNodes(node -> !node.unschedulable(), CORDONED);

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        return Toleration.tolerate(pod.spec().tolerations(), CORDON) ? PreparedNodeFilter.PASS : NOT_CORDONED;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_TAINTS_CHANGED);
    }
}
