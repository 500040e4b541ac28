package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.Requirement;
import dev.edgewise.scheduler.model.Requirement.Operator;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Selectors over labels and over nodes. */
final class Selectors {
    private static final Operator[] OPERATORS = {
        Operator.IN, Operator.NOT_IN, Operator.EXISTS, Operator.DOES_NOT_EXIST, Operator.GT, Operator.LT
    };

    private Selectors() {}

    /** An absent selector selects nothing, an empty one everything. */
    static LabelSelector labels(io.fabric8.kubernetes.api.model.@Nullable LabelSelector selector) {
        if (selector == null) {
            return LabelSelector.NOTHING;
        }
        List<Requirement> requirements = new ArrayList<>();
        for (Map.Entry<String, String> label :
                FieldReader.texts("matchLabels", selector.getMatchLabels()).entrySet()) {
            requirements.add(Requirement.in(label.getKey(), label.getValue()));
        }
        requirements.addAll(
                FieldReader.each("matchExpressions", selector.getMatchExpressions(), Selectors::labelExpression));
        return requirements.isEmpty() ? LabelSelector.EVERYTHING : LabelSelector.of(requirements);
    }

    /**
     * Narrows the selector to the pod's own value of each key that the pod has. The API server does so with pods that
     * it stores; doing it again changes nothing.
     */
    static LabelSelector merge(
            LabelSelector selector, @Nullable List<String> keys, Operator operator, Map<String, String> podLabels) {
        if (keys == null || keys.isEmpty()) {
            return selector;
        }
        Set<Requirement> merged = new LinkedHashSet<>(selector.requirements());
        for (String key : keys) {
            String value = podLabels.get(key);
            if (value != null) {
                merged.add(new Requirement(key, operator, List.of(value)));
            }
        }
        return selector.nothing() || merged.isEmpty() ? selector : LabelSelector.of(List.copyOf(merged));
    }

    static NodeTerm nodeTerm(@Nullable NodeSelectorTerm term) {
        if (term == null) {
            throw new InvalidObjectException("preference", null, "a node selector term");
        }
        return new NodeTerm(
                FieldReader.each("matchExpressions", term.getMatchExpressions(), Selectors::nodeExpression),
                FieldReader.each("matchFields", term.getMatchFields(), Selectors::nodeExpression));
    }

    private static Requirement labelExpression(LabelSelectorRequirement expression) {
        int operator = FieldReader.oneOf("operator", expression.getOperator(), "In", "NotIn", "Exists", "DoesNotExist");
        return requirement(expression.getKey(), OPERATORS[operator], expression.getValues());
    }

    private static Requirement nodeExpression(NodeSelectorRequirement expression) {
        int operator = FieldReader.oneOf(
                "operator", expression.getOperator(), "In", "NotIn", "Exists", "DoesNotExist", "Gt", "Lt");
        return requirement(expression.getKey(), OPERATORS[operator], expression.getValues());
    }

    private static Requirement requirement(String key, Operator operator, @Nullable List<String> values) {
        List<String> texts = FieldReader.texts("values", values);
        switch (operator) {
            case IN, NOT_IN -> check(!texts.isEmpty(), texts, "at least one text with In and NotIn");
            case GT, LT -> check(texts.size() == 1, texts, "exactly one whole number with Gt and Lt");
            default -> check(texts.isEmpty(), texts, "absent with Exists and DoesNotExist");
        }
        return new Requirement(FieldReader.text("key", key), operator, texts);
    }

    private static void check(boolean holds, List<String> values, String allowed) {
        if (!holds) {
            throw new InvalidObjectException("values", values, allowed);
        }
    }
}
