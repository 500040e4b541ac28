package dev.edgewise.scheduler.model;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Nodes that a pod requires or prefers.
 *
 * @param selector {@code nodeSelector}: every label must be there
 * @param required one of the terms must match; null asks for nothing, an empty list matches no node
 * @param preferred each matching term adds its weight
 */
public record NodeAffinity(Map<String, String> selector, @Nullable List<NodeTerm> required, List<Preferred> preferred) {
    public static final NodeAffinity NONE = new NodeAffinity(Map.of(), null, List.of());

    /**
     * A preference.
     *
     * @param weight 1 to 100
     */
    public record Preferred(int weight, NodeTerm term) {}

    public NodeAffinity {
        selector = Map.copyOf(selector);
        required = required == null ? null : List.copyOf(required);
        preferred = List.copyOf(preferred);
    }

    public boolean requiresNothing() {
        return selector.isEmpty() && required == null;
    }

    /** Returns whether selector and required terms accept the node. */
    public boolean accepts(Node node) {
        for (Map.Entry<String, String> label : selector.entrySet()) {
            if (!label.getValue().equals(node.labels().get(label.getKey()))) {
                return false;
            }
        }
        return required == null || matchesAny(required, node);
    }

    /** Returns the sum of the weights of the preferences that the node matches. */
    public long preference(Node node) {
        long weight = 0;
        for (Preferred each : preferred) {
            if (each.term().matches(node)) {
                weight += each.weight();
            }
        }
        return weight;
    }

    private static boolean matchesAny(List<NodeTerm> terms, Node node) {
        for (NodeTerm term : terms) {
            if (term.matches(node)) {
                return true;
            }
        }
        return false;
    }
}
