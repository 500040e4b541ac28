package dev.edgewise.scheduler.recovery;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.protection.KeptApart;
import java.util.Map;
import java.util.Set;

/** Whether a pod would restart beside others of its controller that it excludes, if all their nodes failed together. */
final class SideBySide {
    private final Snapshot snapshot;
    /** By the node that they would restart on. */
    private final Map<String, Integer> others;

    private final Set<String> topologyKeys;

    SideBySide(Pod pod, Snapshot snapshot) {
        this.snapshot = snapshot;
        this.others = snapshot.covers().keptApart(pod.controllerUid());
        this.topologyKeys = others.isEmpty() ? Set.of() : KeptApart.topologyKeys(pod);
    }

    /** Whether the node, which does not stand in for the pod yet, may. */
    boolean mayAdd(NodeState node) {
        return others.keySet().stream().noneMatch(other -> isTooNear(node, other));
    }

    /** Whether the node that stands in for the pod may go on. */
    boolean mayKeep(NodeState node) {
        return others.entrySet().stream()
                .allMatch(other ->
                        other.getKey().equals(node.name()) ? other.getValue() <= 1 : !isTooNear(node, other.getKey()));
    }

    private boolean isTooNear(NodeState node, String other) {
        NodeState its = snapshot.node(other);
        return its != null && KeptApart.areTooNear(topologyKeys, node.node(), its.node());
    }
}
