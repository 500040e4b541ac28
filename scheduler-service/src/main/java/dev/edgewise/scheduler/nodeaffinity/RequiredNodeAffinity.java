package dev.edgewise.scheduler.nodeaffinity;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.pipeline.Candidates;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import dev.edgewise.scheduler.pipeline.Rejection;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Keeps pods on nodes that their node selector and required node affinity accept. */
public final class RequiredNodeAffinity implements Filter {
    public static final String NAME = "NodeAffinity";

    private static final Rejection MISMATCH =
            Rejection.fixed(NAME, "node(s) didn't match Pod's node affinity/selector");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        if (pod.spec().nodeAffinity().requiresNothing()) {
            return NodeCheck.PASS;
        }
        NodeCheck check = node -> pod.spec().nodeAffinity().accepts(node.node()) ? null : MISMATCH;
        Set<String> names = namedNodes(pod.spec().nodeAffinity().required());
        return names == null ? check : NodeCheck.narrowedTo(candidates(names, snapshot), check);
    }

    @Override
    public Set<ClusterEvent> wokenBy() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_CHANGED);
    }

    /** The nodes that the terms name, if every term names some; a DaemonSet's pods name one each. */
    private static @Nullable Set<String> namedNodes(@Nullable List<NodeTerm> terms) {
        if (terms == null) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>();
        for (NodeTerm term : terms) {
            Set<String> named = namedNodes(term);
            if (named == null) {
                return null;
            }
            names.addAll(named);
        }
        return names;
    }

    private static @Nullable Set<String> namedNodes(NodeTerm term) {
        for (Requirement field : term.fields()) {
            if (field.key().equals(NodeTerm.NAME_FIELD) && field.operator() == Requirement.Operator.IN) {
                return new LinkedHashSet<>(field.values());
            }
        }
        return null;
    }

    private static Candidates candidates(Set<String> names, Snapshot snapshot) {
        List<NodeState> nodes = new ArrayList<>();
        for (String name : names) {
            NodeState node = snapshot.node(name);
            if (node != null) {
                nodes.add(node);
            }
        }
        return new Candidates(nodes.size(), nodes);
    }
}
