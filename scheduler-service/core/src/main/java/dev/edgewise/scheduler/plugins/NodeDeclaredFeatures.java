package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;

/**
 * Keeps a pod off nodes whose kubelet does not declare a feature that the pod needs.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/nodedeclaredfeatures/nodedeclaredfeatures.go.
 */
final class NodeDeclaredFeatures implements Filter {
    private static final String NAME = "NodeDeclaredFeatures";
    private static final Rejection MISSING =
            Rejection.unresolvable(NAME, "node(s) didn't match Pod's required features");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        Set<String> needed = pod.spec().features();
        if (needed.isEmpty()) {
            return PreparedNodeFilter.PASS;
        }
        return node -> node.node().features().containsAll(needed) ? null : MISSING;
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_FEATURES_CHANGED);
    }
}
