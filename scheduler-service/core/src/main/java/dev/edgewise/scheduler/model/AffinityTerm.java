package dev.edgewise.scheduler.model;

import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * One term of a pod affinity: which pods, in which namespaces, seen over which node label.
 *
 * @param selector over the labels of pods, with {@code matchLabelKeys} and {@code mismatchLabelKeys} merged in
 * @param namespaces by name; holds the owning pod's own namespace where the author named none
 * @param namespaceSelector over the labels of namespaces, or {@link LabelSelector#NOTHING}
 */
public record AffinityTerm(
        LabelSelector selector, Set<String> namespaces, LabelSelector namespaceSelector, String topologyKey) {
    public AffinityTerm {
        Objects.requireNonNull(topologyKey, "topologyKey");
        namespaces = Set.copyOf(namespaces);
    }

    /** Returns whether it may speak of pods of any namespace with any labels, so that every pod is compared with it. */
    public boolean isBroad() {
        boolean anyNamespace = namespaces.size() > 1 || !namespaceSelector.equals(LabelSelector.NOTHING);
        return anyNamespace && selector.requirements().stream().noneMatch(Requirement::isOneValue);
    }

    /**
     * Returns whether this term matches the pod.
     *
     * @param namespaceLabels labels of the pod's namespace; empty when it is unknown
     */
    public boolean matches(Pod pod, Map<String, String> namespaceLabels) {
        return (namespaces.contains(pod.namespace()) || namespaceSelector.matches(namespaceLabels))
                && selector.matches(pod.labels());
    }
}
