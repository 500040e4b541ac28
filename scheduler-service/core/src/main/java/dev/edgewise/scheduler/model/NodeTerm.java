package dev.edgewise.scheduler.model;

import java.util.List;

/**
 * One term of a node selector. All expressions must hold; a term without any matches no node.
 *
 * @param expressions over the node's labels
 * @param fields over the node's fields, of which {@code metadata.name} is the only one
 */
public record NodeTerm(List<Requirement> expressions, List<Requirement> fields) {
    public static final String NAME_FIELD = "metadata.name";

    public NodeTerm {
        expressions = List.copyOf(expressions);
        fields = List.copyOf(fields);
    }

    /** Returns how much there is to evaluate: itself, its expressions and their values; 1 or more. */
    public int size() {
        return 1 + size(expressions) + size(fields);
    }

    private static int size(List<Requirement> requirements) {
        int size = requirements.size();
        for (Requirement requirement : requirements) {
            size += requirement.values().size();
        }
        return size;
    }

    public boolean matches(Node node) {
        if (expressions.isEmpty() && fields.isEmpty()) {
            return false;
        }
        for (Requirement expression : expressions) {
            if (!expression.matches(node.labels())) {
                return false;
            }
        }
        for (Requirement field : fields) {
            if (!field.matchesValue(NAME_FIELD.equals(field.key()) ? node.name() : null)) {
                return false;
            }
        }
        return true;
    }
}
