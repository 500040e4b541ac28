package dev.edgewise.scheduler.kubernetes.limits;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorRequirement;
import io.fabric8.kubernetes.api.model.NodeSelectorTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.TopologySpreadConstraint;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * Counts a pod's requirements of nodes and of other pods. Elements that are null count as nothing: they are refused
 * later.
 */
final class AffinityRequirementCounter {
    private AffinityRequirementCounter() {}

    static int nodeTerms(@Nullable Affinity affinity) {
        return terms(affinity).size();
    }

    static int podTerms(@Nullable Affinity affinity) {
        return podTermsOf(affinity).size();
    }

    /** Expressions, values and names in all terms. */
    static int values(@Nullable Affinity affinity) {
        return sum(terms(affinity), AffinityRequirementCounter::ofNodeTerm)
                + sum(podTermsOf(affinity), AffinityRequirementCounter::ofPodTerm);
    }

    static int values(@Nullable List<TopologySpreadConstraint> constraints) {
        return sum(constraints, constraint -> of(constraint.getLabelSelector()) + size(constraint.getMatchLabelKeys()));
    }

    private static List<@Nullable NodeSelectorTerm> terms(@Nullable Affinity affinity) {
        List<@Nullable NodeSelectorTerm> terms = new ArrayList<>();
        if (affinity != null && affinity.getNodeAffinity() != null) {
            var nodes = affinity.getNodeAffinity();
            var required = nodes.getRequiredDuringSchedulingIgnoredDuringExecution();
            terms.addAll(orNone(required == null ? null : required.getNodeSelectorTerms()));
            for (PreferredSchedulingTerm term : orNone(nodes.getPreferredDuringSchedulingIgnoredDuringExecution())) {
                terms.add(term == null ? null : term.getPreference());
            }
        }
        return terms;
    }

    private static List<@Nullable PodAffinityTerm> podTermsOf(@Nullable Affinity affinity) {
        List<@Nullable PodAffinityTerm> terms = new ArrayList<>();
        if (affinity != null && affinity.getPodAffinity() != null) {
            var near = affinity.getPodAffinity();
            terms.addAll(orNone(near.getRequiredDuringSchedulingIgnoredDuringExecution()));
            addWeighted(terms, near.getPreferredDuringSchedulingIgnoredDuringExecution());
        }
        if (affinity != null && affinity.getPodAntiAffinity() != null) {
            var apart = affinity.getPodAntiAffinity();
            terms.addAll(orNone(apart.getRequiredDuringSchedulingIgnoredDuringExecution()));
            addWeighted(terms, apart.getPreferredDuringSchedulingIgnoredDuringExecution());
        }
        return terms;
    }

    private static void addWeighted(
            List<@Nullable PodAffinityTerm> terms, @Nullable List<WeightedPodAffinityTerm> weighted) {
        for (WeightedPodAffinityTerm term : orNone(weighted)) {
            terms.add(term == null ? null : term.getPodAffinityTerm());
        }
    }

    private static int ofNodeTerm(NodeSelectorTerm term) {
        ToIntFunction<NodeSelectorRequirement> size = expression -> 1 + size(expression.getValues());
        return sum(term.getMatchExpressions(), size) + sum(term.getMatchFields(), size);
    }

    private static int ofPodTerm(PodAffinityTerm term) {
        return of(term.getLabelSelector())
                + of(term.getNamespaceSelector())
                + size(term.getNamespaces())
                + size(term.getMatchLabelKeys())
                + size(term.getMismatchLabelKeys());
    }

    private static int of(@Nullable LabelSelector selector) {
        if (selector == null) {
            return 0;
        }
        ToIntFunction<LabelSelectorRequirement> size = expression -> 1 + size(expression.getValues());
        int labels = selector.getMatchLabels() == null
                ? 0
                : selector.getMatchLabels().size();
        return labels + sum(selector.getMatchExpressions(), size);
    }

    private static <T> int sum(@Nullable Collection<@Nullable T> elements, ToIntFunction<T> size) {
        int sum = 0;
        for (T element : orNone(elements)) {
            sum += element == null ? 0 : size.applyAsInt(element);
        }
        return sum;
    }

    private static int size(@Nullable Collection<?> elements) {
        return elements == null ? 0 : elements.size();
    }

    private static <T> Collection<T> orNone(@Nullable Collection<T> elements) {
        return elements == null ? List.of() : elements;
    }
}
