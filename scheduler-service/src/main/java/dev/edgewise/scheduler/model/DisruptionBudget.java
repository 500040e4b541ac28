package dev.edgewise.scheduler.model;

/**
 * A PodDisruptionBudget as preemption sees it.
 *
 * @param selector an empty one protects every pod of the namespace
 * @param allowed how many more of its pods may be disrupted now
 */
public record DisruptionBudget(String namespace, String name, LabelSelector selector, int allowed) {}
