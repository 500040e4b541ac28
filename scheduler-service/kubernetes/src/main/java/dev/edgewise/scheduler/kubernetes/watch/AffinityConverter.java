package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.LabelSelector;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.NodeTerm;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.model.Requirement.Operator;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PreferredSchedulingTerm;
import io.fabric8.kubernetes.api.model.WeightedPodAffinityTerm;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Affinity of a pod to nodes and to other pods. */
final class AffinityConverter {
    private static final String REQUIRED = "requiredDuringSchedulingIgnoredDuringExecution";
    private static final String PREFERRED = "preferredDuringSchedulingIgnoredDuringExecution";

    private final String namespace;
    private final Map<String, String> labels;

    /**
     * @param namespace of the pod
     * @param labels of the pod
     */
    AffinityConverter(String namespace, Map<String, String> labels) {
        this.namespace = namespace;
        this.labels = labels;
    }

    static NodeAffinity nodes(PodSpec spec) {
        Map<String, String> selector = FieldReader.texts("nodeSelector", spec.getNodeSelector());
        Affinity affinity = spec.getAffinity();
        if (affinity == null || affinity.getNodeAffinity() == null) {
            return selector.isEmpty() ? NodeAffinity.NONE : new NodeAffinity(selector, null, List.of());
        }
        var nodes = affinity.getNodeAffinity();
        return FieldReader.in(
                "affinity.nodeAffinity",
                () -> new NodeAffinity(
                        selector,
                        required(nodes.getRequiredDuringSchedulingIgnoredDuringExecution()),
                        FieldReader.each(
                                PREFERRED,
                                nodes.getPreferredDuringSchedulingIgnoredDuringExecution(),
                                AffinityConverter::preferred)));
    }

    PodAffinity pods(@Nullable Affinity affinity) {
        if (affinity == null || (affinity.getPodAffinity() == null && affinity.getPodAntiAffinity() == null)) {
            return PodAffinity.NONE;
        }
        var near = affinity.getPodAffinity();
        var apart = affinity.getPodAntiAffinity();
        return new PodAffinity(
                terms("podAffinity", near == null ? null : near.getRequiredDuringSchedulingIgnoredDuringExecution()),
                terms(
                        "podAntiAffinity",
                        apart == null ? null : apart.getRequiredDuringSchedulingIgnoredDuringExecution()),
                weighted(
                        "podAffinity", near == null ? null : near.getPreferredDuringSchedulingIgnoredDuringExecution()),
                weighted(
                        "podAntiAffinity",
                        apart == null ? null : apart.getPreferredDuringSchedulingIgnoredDuringExecution()));
    }

    private static @Nullable List<NodeTerm> required(@Nullable NodeSelector selector) {
        return selector == null
                ? null
                : FieldReader.each(
                        REQUIRED + ".nodeSelectorTerms", selector.getNodeSelectorTerms(), Selectors::nodeTerm);
    }

    private static NodeAffinity.Preferred preferred(PreferredSchedulingTerm term) {
        return new NodeAffinity.Preferred(
                weight(term.getWeight()), FieldReader.in("preference", () -> Selectors.nodeTerm(term.getPreference())));
    }

    private List<AffinityTerm> terms(String kind, @Nullable List<PodAffinityTerm> terms) {
        return FieldReader.each("affinity." + kind + "." + REQUIRED, terms, this::term);
    }

    private List<PodAffinity.Weighted> weighted(String kind, @Nullable List<WeightedPodAffinityTerm> terms) {
        return FieldReader.each("affinity." + kind + "." + PREFERRED, terms, this::weighted);
    }

    private PodAffinity.Weighted weighted(WeightedPodAffinityTerm weighted) {
        PodAffinityTerm term = weighted.getPodAffinityTerm();
        if (term == null) {
            throw new InvalidObjectException("podAffinityTerm", null, "present");
        }
        return new PodAffinity.Weighted(
                weight(weighted.getWeight()), FieldReader.in("podAffinityTerm", () -> term(term)));
    }

    private AffinityTerm term(PodAffinityTerm term) {
        LabelSelector selector = FieldReader.in("labelSelector", () -> Selectors.labels(term.getLabelSelector()));
        selector = Selectors.merge(selector, term.getMatchLabelKeys(), Operator.IN, labels);
        selector = Selectors.merge(selector, term.getMismatchLabelKeys(), Operator.NOT_IN, labels);
        return new AffinityTerm(
                selector,
                namespaces(term),
                FieldReader.in("namespaceSelector", () -> Selectors.labels(term.getNamespaceSelector())),
                FieldReader.text("topologyKey", term.getTopologyKey()));
    }

    private Set<String> namespaces(PodAffinityTerm term) {
        List<String> named = FieldReader.texts("namespaces", term.getNamespaces());
        return named.isEmpty() && term.getNamespaceSelector() == null ? Set.of(namespace) : Set.copyOf(named);
    }

    private static int weight(@Nullable Integer weight) {
        return FieldReader.number("weight", weight, 0, 1, 100);
    }
}
