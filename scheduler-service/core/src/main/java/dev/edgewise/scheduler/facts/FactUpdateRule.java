package dev.edgewise.scheduler.facts;

import dev.edgewise.scheduler.model.Pod;

/**
 * The rule by which a fact follows nodes and pods, in the cluster's state and in each snapshot that shows what would be
 * if a pod came or went. Each method returns the same object where nothing changes.
 *
 * @param <T> the type of the fact
 */
public interface FactUpdateRule<T> {
    /** Returns the fact with one more pod that has a node. */
    default T withPod(T fact, Pod pod) {
        return fact;
    }

    /** Returns the fact without that pod, which has a node. */
    default T withoutPod(T fact, Pod pod) {
        return fact;
    }

    /**
     * Whether the fact is the same with either state of a pod that stays on its node. Most updates are news of
     * containers.
     */
    default boolean isSameWith(Pod before, Pod after) {
        return false;
    }

    /** Returns the fact once the node was deleted. */
    default T withoutNode(T fact, String node) {
        return fact;
    }
}
