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
     * Prepares the node the pod is assigned to.
     *
     * @param snapshot what the decision was taken on
     * @throws BindException if the pod cannot be bound there; what was prepared so far may stay
     */
    void prepare(Pod assigned, Snapshot snapshot) throws BindException;
}
