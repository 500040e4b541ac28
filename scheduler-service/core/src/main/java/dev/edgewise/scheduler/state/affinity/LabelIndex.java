package dev.edgewise.scheduler.state.affinity;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;

/**
 * The labels and names of all nodes, by key and value. The nodes' labels are read once for each key, however many
 * expressions speak of it.
 */
final class LabelIndex {
    /** Values of a label that no node has. */
    private static final NodesByLabelValue NOWHERE = new NodesByLabelValue();

    private final List<Node> nodes;
    private final Predicate<String> anyNodeHas;
    private final Map<String, Integer> places;
    private final NodesByLabelValue names;
    private final Map<String, NodesByLabelValue> byKey = new ConcurrentHashMap<>();

    /**
     * @param nodes each has its place in this list
     * @param anyNodeHas whether that is the key of a label of any node: no others are kept, as tenants may ask for any
     *     number of them
     */
    LabelIndex(List<Node> nodes, Predicate<String> anyNodeHas) {
        this(nodes, anyNodeHas, new HashMap<>(), new NodesByLabelValue());
        for (int place = 0; place < nodes.size(); place++) {
            places.put(nodes.get(place).name(), place);
            names.add(place, nodes.get(place).name());
        }
    }

    private LabelIndex(
            List<Node> nodes, Predicate<String> anyNodeHas, Map<String, Integer> places, NodesByLabelValue names) {
        this.nodes = nodes;
        this.anyNodeHas = anyNodeHas;
        this.places = places;
        this.names = names;
    }

    /** Returns the index of the nodes after some have got other values of those labels. */
    LabelIndex relabelled(List<Node> changed, Predicate<String> anyNodeHasNow, Set<String> keys) {
        LabelIndex relabelled = new LabelIndex(changed, anyNodeHasNow, places, names);
        byKey.forEach((key, values) -> {
            if (!keys.contains(key)) {
                relabelled.byKey.put(key, values);
            }
        });
        return relabelled;
    }

    /** The place of the node, if it has the name and the labels of one of these; -1 otherwise. */
    int placeOf(Node node) {
        Integer place = places.get(node.name());
        return place != null && nodes.get(place).labels().equals(node.labels()) ? place : -1;
    }

    /** The places of the nodes that the affinity accepts; see {@link NodeAffinity#accepts}. */
    BitSet accepting(NodeAffinity affinity) {
        BitSet accepted = all();
        affinity.selector().forEach((key, value) -> of(key).retain(accepted, Requirement.in(key, value)));
        List<NodeTerm> required = affinity.required();
        if (required != null) {
            BitSet matching = new BitSet(nodes.size());
            required.forEach(term -> matching.or(matching(term)));
            accepted.and(matching);
        }
        return accepted;
    }

    /** The places of the nodes that the term matches; see {@link NodeTerm#matches}. */
    BitSet matching(NodeTerm term) {
        if (term.expressions().isEmpty() && term.fields().isEmpty()) {
            return new BitSet(0);
        }
        BitSet matching = all();
        for (Requirement expression : term.expressions()) {
            of(expression.key()).retain(matching, expression);
        }
        for (Requirement field : term.fields()) {
            (field.key().equals(NodeTerm.NAME_FIELD) ? names : NOWHERE).retain(matching, field);
        }
        return matching;
    }

    /**
     * Returns the sum of the weights of the terms that each node matches, by its place; see {@link
     * NodeAffinity#preference}.
     */
    long[] weights(List<NodeAffinity.Preferred> preferred) {
        long[] weights = new long[nodes.size()];
        for (NodeAffinity.Preferred each : preferred) {
            BitSet matching = matching(each.term());
            for (int place = matching.nextSetBit(0); place >= 0; place = matching.nextSetBit(place + 1)) {
                weights[place] += each.weight();
            }
        }
        return weights;
    }

    private BitSet all() {
        BitSet all = new BitSet(nodes.size());
        all.set(0, nodes.size());
        return all;
    }

    private NodesByLabelValue of(String key) {
        return anyNodeHas.test(key) ? byKey.computeIfAbsent(key, this::collect) : NOWHERE;
    }

    private NodesByLabelValue collect(String key) {
        NodesByLabelValue values = new NodesByLabelValue();
        for (int place = 0; place < nodes.size(); place++) {
            String value = nodes.get(place).labels().get(key);
            if (value != null) {
                values.add(place, value);
            }
        }
        return values;
    }
}
