package dev.edgewise.scheduler.podaffinity;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;

/** Where the pods are that a term speaks of. */
final class Holders {
    private Holders() {}

    /** Every node that holds such pods, and maybe others. */
    static Collection<NodeState> of(AffinityTerm term, Snapshot snapshot) {
        if (!term.namespaceSelector().equals(LabelSelector.NOTHING)) {
            return snapshot.nodes();
        }
        if (term.namespaces().size() == 1) {
            return snapshot.nodesHolding(term.namespaces().iterator().next(), term.selector());
        }
        Set<NodeState> nodes = new LinkedHashSet<>();
        term.namespaces().forEach(namespace -> nodes.addAll(snapshot.nodesHolding(namespace, term.selector())));
        return nodes;
    }
}
