package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.SelectorSet;
import dev.edgewise.scheduler.state.NamespaceLabels;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Affinity terms that are matched with a pod together. */
final class AffinityTermSet {
    private final Snapshot snapshot;
    private final SelectorSet selectors;
    private final SelectorSet namespaceSelectors;
    private final Map<String, BitSet> naming = new HashMap<>();
    /** The terms that match pods of a namespace, for labels that were looked up. */
    private final Map<String, BitSet> byNamespace = new HashMap<>();

    AffinityTermSet(List<AffinityTerm> terms, Snapshot snapshot) {
        this.snapshot = snapshot;
        this.selectors =
                new SelectorSet(terms.stream().map(AffinityTerm::selector).toList());
        this.namespaceSelectors = new SelectorSet(
                terms.stream().map(AffinityTerm::namespaceSelector).toList());
        for (int i = 0; i < terms.size(); i++) {
            for (String namespace : terms.get(i).namespaces()) {
                naming.computeIfAbsent(namespace, name -> new BitSet()).set(i);
            }
        }
    }

    /** The positions of the terms that speak of pods with these labels. */
    BitSet matchingTerms(String namespace, Map<String, String> labels) {
        BitSet matching = selectors.matching(labels);
        matching.and(byNamespace.computeIfAbsent(namespace, this::of));
        return matching;
    }

    private BitSet of(String namespace) {
        BitSet terms =
                namespaceSelectors.matching(snapshot.get(NamespaceLabels.FACT).of(namespace));
        terms.or(naming.getOrDefault(namespace, new BitSet()));
        return terms;
    }
}
