package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Counts the pods that a pod's terms match, by node: groups of identical pods instead of pods, and all terms together,
 * so that neither many pods nor many terms make a decision long.
 */
final class AffinityTermCounter {
    private final Snapshot snapshot;
    /** Whether a pod counts only if every term matches it. */
    private final boolean together;

    private final List<AffinityTerm> terms;
    private final long[] weights;
    private final AffinityTermSet set;
    /** Topology keys that any node has as a label: others make no domain. */
    private final List<String> topologyKeys;
    /** Position of each term's topology key; -1 for none. */
    private final int[] keyOf;

    /** Takes in what a node's pods weigh. */
    @FunctionalInterface
    interface Sink {
        void add(Node node, String topologyKey, long weight);
    }

    private AffinityTermCounter(Snapshot snapshot, boolean together, List<AffinityTerm> terms, long[] weights) {
        this.snapshot = snapshot;
        this.together = together;
        this.terms = terms;
        this.weights = weights;
        this.set = new AffinityTermSet(terms, snapshot);
        this.topologyKeys = terms.stream()
                .map(AffinityTerm::topologyKey)
                .distinct()
                .filter(snapshot.topology()::isKey)
                .toList();
        this.keyOf = terms.stream()
                .mapToInt(term -> topologyKeys.indexOf(term.topologyKey()))
                .toArray();
    }

    /** Counts the pods that every term matches, once for each. */
    static AffinityTermCounter ofAll(List<AffinityTerm> terms, Snapshot snapshot) {
        return new AffinityTermCounter(snapshot, true, terms, ones(terms.size()));
    }

    /** Counts the pods that any term matches, once for each that does. */
    static AffinityTermCounter ofAny(List<AffinityTerm> terms, Snapshot snapshot) {
        return new AffinityTermCounter(snapshot, false, terms, ones(terms.size()));
    }

    /** Weighs the pods that any preference matches. */
    static AffinityTermCounter ofPreferences(PodAffinity affinity, Snapshot snapshot) {
        List<PodAffinity.Weighted> signed = Stream.concat(
                        affinity.preferred().stream(),
                        affinity.preferredAnti().stream()
                                .map(weighted -> new PodAffinity.Weighted(-weighted.weight(), weighted.term())))
                .toList();
        return new AffinityTermCounter(
                snapshot,
                false,
                signed.stream().map(PodAffinity.Weighted::term).toList(),
                signed.stream().mapToLong(PodAffinity.Weighted::weight).toArray());
    }

    private static long[] ones(int size) {
        return IntStream.range(0, size).mapToLong(i -> 1).toArray();
    }

    /** Returns whether the pod would count. */
    boolean counts(Pod pod) {
        return !matching(pod.namespace(), pod.labels()).isEmpty();
    }

    /** Counts all placed pods. */
    void addAll(Sink sink) {
        if (terms.isEmpty()) {
            return;
        }
        NodeWeightSums sums = new NodeWeightSums(topologyKeys, snapshot);
        // A pod that the first does not speak of is none that all speak of.
        List<AffinityTerm> decisive = together ? terms.subList(0, 1) : terms;
        Map<BitSet, NodeWeightSums.Weight> weights = new HashMap<>();
        snapshot.groupsOf(decisive).forEach((group, byNode) -> {
            BitSet matching = matching(group.namespace(), group.labels());
            if (!matching.isEmpty()) {
                sums.add(byNode, weights.computeIfAbsent(matching, this::weigh));
            }
        });
        sums.forEach(sink);
    }

    /** Counts a pod more, or less if the sign is -1. */
    void add(Pod pod, Node node, int sign, Sink sink) {
        if (terms.isEmpty()) {
            return;
        }
        NodeWeightSums.Weight weight = weigh(matching(pod.namespace(), pod.labels()));
        weight.keys().stream().forEach(key -> sink.add(node, topologyKeys.get(key), sign * weight.byKey()[key]));
    }

    private BitSet matching(String namespace, Map<String, String> labels) {
        BitSet matching = set.matchingTerms(namespace, labels);
        if (together && matching.cardinality() < terms.size()) {
            matching.clear();
        }
        return matching;
    }

    private NodeWeightSums.Weight weigh(BitSet matching) {
        long[] byKey = new long[topologyKeys.size()];
        BitSet keys = new BitSet();
        for (int i = matching.nextSetBit(0); i >= 0; i = matching.nextSetBit(i + 1)) {
            if (keyOf[i] >= 0) {
                byKey[keyOf[i]] += weights[i];
                keys.set(keyOf[i]);
            }
        }
        return new NodeWeightSums.Weight(byKey, keys);
    }
}
