package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;

/**
 * What must be true before a pod is bound, such as that its claims are. Called on the binding threads, on several at
 * once; may block.
 */
@FunctionalInterface
public interface PreBind {
    PreBind NONE = (assigned, snapshot) -> {};

    /**
     * Takes what the pod needs on its node besides room, so that no later decision counts on it. Called on the deciding
     * thread as soon as the pod is assumed; neither blocks nor throws. {@link #prepare} follows, and gives back what it
     * could not make true.
     */
    default void reserve(Pod assigned) {}

    /**
     * Prepares the node the pod is assigned to.
     *
     * @param snapshot what the decision was taken on
     * @throws BindException if the pod cannot be bound there; what was prepared so far may stay
     */
    void prepare(Pod assigned, Snapshot snapshot) throws BindException;
}
