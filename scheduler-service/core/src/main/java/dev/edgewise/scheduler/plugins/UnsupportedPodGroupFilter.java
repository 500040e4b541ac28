package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/**
 * Keeps the pods of a PodGroup off every node: they are to be placed together or not at all, and one pod after the
 * other would leave some of them waiting beside the others that run. kube-scheduler knows groups with its feature gate
 * GangScheduling, which is off by default.
 */
final class UnsupportedPodGroupFilter implements Filter {
    public static final String NAME = "GangScheduling";

    private static final PreparedNodeFilter UNSUPPORTED = PreparedNodeFilter.never(Rejection.unresolvable(
            NAME, "Pods with spec.schedulingGroup are not placed: this scheduler places no groups"));

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        return pod.spec().grouped() ? UNSUPPORTED : PreparedNodeFilter.PASS;
    }

    /** The field never changes. */
    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of();
    }
}
