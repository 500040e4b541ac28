package dev.edgewise.scheduler.state.affinity;

import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Evaluates node affinity for all nodes. A pod may have thousands of terms: asking every node about each would take
 * seconds, so these are evaluated for all nodes at once. Everything that decides about one pod shares the answer. Any
 * thread may ask.
 */
public final class NodeAffinityEvaluator {
    /** Maximum number of terms, expressions and values that are evaluated node by node, as the nodes are looked at. */
    private static final int MOST_TERMS_BY_NODE = 32;
    /** Answers that are kept: decisions and explanations of a few pods take turns. */
    private static final int CACHED_ANSWERS = 4;

    private final Supplier<List<Node>> nodes;
    private final Predicate<String> anyNodeHas;
    /** The index before some nodes had other values of the changed labels; null for none. */
    private final @Nullable LabelIndex former;

    private final Set<String> changedKeys;
    private volatile @Nullable LabelIndex index;
    /** The last ones, the newest first. */
    private volatile List<Answer> answers = List.of();

    private record Answer(NodeAffinity affinity, Predicate<Node> accepts) {
        /**
         * Returns whether this is the answer for the same object: to compare thousands of terms would take as long as
         * to evaluate them.
         */
        @SuppressWarnings("ReferenceEquality")
        boolean isOf(NodeAffinity other) {
            return affinity == other;
        }
    }

    /**
     * @param nodes the nodes, which do not change; asked when they are first needed
     * @param anyNodeHas whether that is the key of a label of any node
     */
    public NodeAffinityEvaluator(Supplier<List<Node>> nodes, Predicate<String> anyNodeHas) {
        this(nodes, anyNodeHas, null, Set.of());
    }

    private NodeAffinityEvaluator(
            Supplier<List<Node>> nodes,
            Predicate<String> anyNodeHas,
            @Nullable LabelIndex former,
            Set<String> changedKeys) {
        this.nodes = nodes;
        this.anyNodeHas = anyNodeHas;
        this.former = former;
        this.changedKeys = changedKeys;
    }

    /**
     * Returns the index of the nodes after some have got other values of those labels: the values of other labels are
     * kept.
     */
    public NodeAffinityEvaluator relabelled(
            Supplier<List<Node>> changed, Predicate<String> anyNodeHasNow, Set<String> keys) {
        LabelIndex known = index;
        if (known != null) {
            return new NodeAffinityEvaluator(changed, anyNodeHasNow, known, Set.copyOf(keys));
        }
        Set<String> all = new HashSet<>(changedKeys);
        all.addAll(keys);
        return new NodeAffinityEvaluator(changed, anyNodeHasNow, former, all);
    }

    /** Returns whether the selector and the required terms accept a node; it need not be one of the nodes. */
    public Predicate<Node> accepting(NodeAffinity affinity) {
        List<Answer> known = answers;
        for (Answer answer : known) {
            if (answer.isOf(affinity)) {
                return answer.accepts();
            }
        }
        List<NodeTerm> required = affinity.required();
        if (required == null || isFew(required.stream())) {
            return affinity::accepts;
        }
        Answer made = new Answer(affinity, evaluated(affinity));
        List<Answer> newest = new ArrayList<>(List.of(made));
        newest.addAll(known.subList(0, Math.min(known.size(), CACHED_ANSWERS - 1)));
        answers = newest;
        return made.accepts();
    }

    private Predicate<Node> evaluated(NodeAffinity affinity) {
        LabelIndex index = index();
        BitSet accepted = index.accepting(affinity);
        return node -> {
            int place = index.placeOf(node);
            return place < 0 ? affinity.accepts(node) : accepted.get(place);
        };
    }

    /** Returns the sum of the weights of the preferred terms that a node matches; it need not be one of the nodes. */
    public ToLongFunction<Node> preferring(NodeAffinity affinity) {
        if (isFew(affinity.preferred().stream().map(NodeAffinity.Preferred::term))) {
            return affinity::preference;
        }
        LabelIndex index = index();
        long[] weights = index.weights(affinity.preferred());
        return node -> {
            int place = index.placeOf(node);
            return place < 0 ? affinity.preference(node) : weights[place];
        };
    }

    private static boolean isFew(Stream<NodeTerm> terms) {
        return terms.mapToInt(NodeTerm::size).sum() <= MOST_TERMS_BY_NODE;
    }

    private LabelIndex index() {
        LabelIndex known = index;
        if (known == null) {
            known = former == null
                    ? new LabelIndex(nodes.get(), anyNodeHas)
                    : former.relabelled(nodes.get(), anyNodeHas, changedKeys);
            index = known;
        }
        return known;
    }
}
