package dev.edgewise.scheduler.model;

/**
 * A PodDisruptionBudget as preemption sees it.
 *
 * @param allowed how many more of its pods may be disrupted now
 */
public record DisruptionBudget(String namespace, String name, LabelSelector selector, int allowed) {
    /** Whether the budget protects the pod. An empty selector protects every pod of the namespace. */
    public boolean covers(Pod pod) {
        return namespace.equals(pod.namespace()) && selector.matches(pod.labels());
    }
}
