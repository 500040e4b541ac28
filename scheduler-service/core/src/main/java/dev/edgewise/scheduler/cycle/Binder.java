package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;

/** Binds a pod to the node of its decision. Called concurrently; blocks until the API server has answered. */
public interface Binder {
    /**
     * Binds the pod to the node it is assigned to. Binding a pod that is already bound there succeeds.
     *
     * @throws BindException if the pod is not bound afterwards, as far as is known
     */
    void bind(Pod assigned) throws BindException;
}
