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

/**
 * The part of node affinity that names nodes, as a DaemonSet's pods do: the search need not look at any other.
 * {@link RequiredNodeAffinity} judges the named ones.
 */
public final class NamedNodes implements Filter {
    private static final Rejection NOT_NAMED =
            Rejection.fixed(RequiredNodeAffinity.NAME, "node(s) didn't satisfy plugin(s) [NodeAffinity]");

    @Override
    public String name() {
        return RequiredNodeAffinity.NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        Set<String> names = namedBy(pod.spec().nodeAffinity().required());
        if (names == null) {
            return NodeCheck.PASS;
        }
        return NodeCheck.narrowedTo(
                candidates(names, snapshot), node -> names.contains(node.name()) ? null : NOT_NAMED);
    }

    @Override
    public Set<ClusterEvent> wokenBy() {
        return Set.of(ClusterEvent.NODE_ADDED);
    }

    /** The nodes that the terms name; null unless every term names some. */
    private static @Nullable Set<String> namedBy(@Nullable List<NodeTerm> terms) {
        if (terms == null || terms.isEmpty()) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>();
        for (NodeTerm term : terms) {
            Set<String> named = namedBy(term);
            if (named == null) {
                return null;
            }
            names.addAll(named);
        }
        return names;
    }

    private static @Nullable Set<String> namedBy(NodeTerm term) {
        Set<String> names = null;
        for (Requirement field : term.fields()) {
            if (field.key().equals(NodeTerm.NAME_FIELD) && field.operator() == Requirement.Operator.IN) {
                names = names == null ? new LinkedHashSet<>(field.values()) : names;
                names.retainAll(field.values());
            }
        }
        return names;
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
