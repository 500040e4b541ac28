package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Decision;

/** Tells users what became of their pods: events and the PodScheduled condition. Does not block the caller, but for {@link #binding}. */
public interface EventRecorder {
    /**
     * The pod is about to be bound: what was said of it before is written by now, or never. Blocks for as long as one request may take;
     * called on the binding threads.
     */
    default void binding(Pod pod) {}

    /** The pod was bound. */
    void scheduled(Decision decision);

    /** No node will do for now; told once per pod and message, then only when the message changes. */
    void unschedulable(Decision decision);

    /** Deciding or binding went wrong on our side; the pod will be tried again. */
    void failed(Pod pod, String message);
}
