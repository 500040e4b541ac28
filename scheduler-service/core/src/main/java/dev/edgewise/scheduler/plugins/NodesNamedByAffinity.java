package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.PreFilterResult;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The nodes that required node affinity names, as a DaemonSet's pods do: the search need not look at any other. */
final class NodesNamedByAffinity {
    private NodesNamedByAffinity() {}

    /** The nodes that the terms name; null unless every term names some. */
    static @Nullable Set<String> of(@Nullable List<NodeTerm> terms) {
        if (terms == null || terms.isEmpty()) {
            return null;
        }
        Set<String> names = new LinkedHashSet<>();
        for (NodeTerm term : terms) {
            Set<String> named = of(term);
            if (named == null) {
                return null;
            }
            names.addAll(named);
        }
        return names;
    }

    private static @Nullable Set<String> of(NodeTerm term) {
        Set<String> names = null;
        for (Requirement field : term.fields()) {
            if (field.key().equals(NodeTerm.NAME_FIELD) && field.operator() == Requirement.Operator.IN) {
                names = names == null ? new LinkedHashSet<>(field.values()) : names;
                names.retainAll(field.values());
            }
        }
        return names;
    }

    /** Returns the named nodes that exist. */
    static PreFilterResult candidates(Set<String> names, Snapshot snapshot, Rejection others) {
        List<NodeState> nodes = new ArrayList<>();
        for (String name : names) {
            NodeState node = snapshot.node(name);
            if (node != null) {
                nodes.add(node);
            }
        }
        return PreFilterResult.of(nodes, others);
    }
}
