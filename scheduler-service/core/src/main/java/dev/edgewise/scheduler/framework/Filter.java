package dev.edgewise.scheduler.framework;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/** Decides on which nodes a pod may run. Stateless: all it knows comes from the pod and the snapshot. */
public interface Filter {
    /** The stock plugin's name where there is one: it appears in explanations and metrics. */
    String name();

    /**
     * Prepares the check of all nodes for one pod; {@link PreparedNodeFilter#PASS} if the filter does not apply to it.
     */
    PreparedNodeFilter prepare(Pod pod, Snapshot snapshot);

    /** Returns the changes that can make this filter accept a pod that it rejected. */
    Set<ClusterEvent> eventsToRegister();
}
