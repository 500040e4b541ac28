package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/**
 * Required pod affinity and anti-affinity, of the pod towards others and of others towards it. The first pod of a group
 * that wants its own kind near may start anywhere.
 */
public final class RequiredPodAffinity implements Filter {
    public static final String NAME = "InterPodAffinity";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        PodAffinity affinity = pod.spec().podAffinity();
        AffinityCheck check = new AffinityCheck(pod, snapshot);
        if (affinity.required().isEmpty()
                && affinity.requiredAnti().isEmpty()
                && !check.isShunned()
                && !snapshot.hasNominations()) {
            return PreparedNodeFilter.PASS;
        }
        return check;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(
                ClusterEvent.NODE_ADDED,
                ClusterEvent.NODE_LABELS_CHANGED,
                ClusterEvent.POD_CHANGED,
                ClusterEvent.POD_REMOVED,
                ClusterEvent.NAMESPACE_CHANGED);
    }
}
