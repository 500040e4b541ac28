package dev.edgewise.scheduler.model;

import java.util.Set;

/**
 * A PodDisruptionBudget as preemption sees it.
 *
 * @param selector an empty one is none to kube-scheduler's preemption, but protects every pod of the namespace from the
 *     eviction API
 * @param allowed how many more of its pods may be disrupted now
 * @param disruptedPods names of pods whose disruption the API server has taken off {@code allowed} already
 */
public record DisruptionBudget(
        String namespace, String name, LabelSelector selector, int allowed, Set<String> disruptedPods) {
    public DisruptionBudget {
        disruptedPods = Set.copyOf(disruptedPods);
    }

    /** A budget none of whose pods is being disrupted. */
    public DisruptionBudget(String namespace, String name, LabelSelector selector, int allowed) {
        this(namespace, name, selector, allowed, Set.of());
    }
}
