package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Keeps a pod off every node until its gates are lifted. */
final class SchedulingGates implements Filter {
    public static final String NAME = "SchedulingGates";

    private static final PreparedNodeFilter BLOCKED = PreparedNodeFilter.never(
            Rejection.unresolvable(NAME, "Scheduling is blocked due to non-empty scheduling gates"));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        return pod.spec().gates().isEmpty() ? PreparedNodeFilter.PASS : BLOCKED;
    }

    /** Returns no event: nothing in the cluster lifts a gate; an update of the pod itself does. */
    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of();
    }
}
