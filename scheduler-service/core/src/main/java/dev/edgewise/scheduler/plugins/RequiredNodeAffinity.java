package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Set;
import java.util.function.Predicate;

/** Keeps pods on nodes that their node selector and required node affinity accept. */
final class RequiredNodeAffinity implements Filter {
    public static final String NAME = "NodeAffinity";

    private static final Rejection MISMATCH =
            Rejection.unresolvable(NAME, "node(s) didn't match Pod's node affinity/selector");

    private static final Rejection NOT_NAMED =
            Rejection.unresolvable(NAME, "node(s) didn't satisfy plugin(s) [NodeAffinity]");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        if (pod.spec().nodeAffinity().requiresNothing()) {
            return PreparedNodeFilter.PASS;
        }
        NodeAffinity affinity = pod.spec().nodeAffinity();
        Predicate<Node> accepts = snapshot.topology().affinities().accepting(affinity);
        Set<String> named = NodesNamedByAffinity.of(affinity.required());
        if (named == null) {
            return node -> accepts.test(node.node()) ? null : MISMATCH;
        }
        return PreparedNodeFilter.narrowedTo(NodesNamedByAffinity.candidates(named, snapshot, NOT_NAMED), node -> {
            if (!named.contains(node.name())) {
                return NOT_NAMED;
            }
            return accepts.test(node.node()) ? null : MISMATCH;
        });
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_LABELS_CHANGED);
    }
}
