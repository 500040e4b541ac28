package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.NodeCheck;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Keeps a pod off every node until its gates are lifted. */
final class SchedulingGates implements Filter {
    public static final String NAME = "SchedulingGates";

    private static final NodeCheck BLOCKED =
            NodeCheck.never(Rejection.unresolvable(NAME, "Scheduling is blocked due to non-empty scheduling gates"));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        return pod.spec().gates().isEmpty() ? NodeCheck.PASS : BLOCKED;
    }

    /** Returns no event: nothing in the cluster lifts a gate; an update of the pod itself does. */
    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of();
    }
}
