package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;

/**
 * Reports to users what became of their pods: events and the PodScheduled condition. Only {@link #binding} may block.
 */
public interface EventRecorder {
    /**
     * Called before the pod is bound: earlier reports about it are written by now, or never. Blocks for as long as one
     * request may take; called on the binding threads.
     */
    default void binding(Pod pod) {}

    /** The pod was bound to the node it is assigned to. */
    void scheduled(Pod bound);

    /** Reports that no node accepts the pod for now; once per pod and message. */
    void unschedulable(Decision decision);

    /** Deciding or binding failed by an error of the scheduler; the pod is tried again. */
    void failed(Pod pod, String message);

    /** Records that the pod could not be bound to a node; another attempt need not choose that node. */
    default void bindingFailed(Pod pod, String node, String message) {
        failed(pod, message);
    }
}
