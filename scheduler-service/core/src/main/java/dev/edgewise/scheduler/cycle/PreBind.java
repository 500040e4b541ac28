package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.Snapshot;

/**
 * Establishes the preconditions of a binding, such as bound claims. Called on the binding threads, on several at once;
 * may block.
 */
@FunctionalInterface
public interface PreBind {
    PreBind NONE = (assigned, snapshot) -> {};

    /**
     * Reserves the resources that the pod needs on its node besides capacity, so that no later decision counts on it.
     * Called on the deciding thread as soon as the pod is assumed; neither blocks nor throws. Either {@link #unreserve}
     * or {@link #bound} follows.
     */
    default void reserve(Pod assigned) {}

    /** Returns whether {@link #prepare} will wait for others, which may take minutes. */
    default boolean willWait(Pod assigned) {
        return false;
    }

    /**
     * Prepares the node the pod is assigned to.
     *
     * @param snapshot what the decision was taken on
     * @throws BindException if the pod cannot be bound there
     */
    void prepare(Pod assigned, Snapshot snapshot) throws BindException;

    /**
     * Gives back what {@link #reserve} took and {@link #prepare} did not make true: the pod is not bound. May block.
     */
    default void unreserve(Pod assigned) {}

    /** The pod is bound. */
    default void bound(Pod assigned) {}
}
