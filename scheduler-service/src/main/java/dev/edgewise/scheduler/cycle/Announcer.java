package dev.edgewise.scheduler.cycle;

import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Decision;

/** Tells users what became of their pods: events and the PodScheduled condition. Never blocks the caller. */
public interface Announcer {
    /** The pod was bound. */
    void scheduled(Decision decision);

    /** No node will do for now; told once per pod and message, then only when the message changes. */
    void unschedulable(Decision decision);

    /** Deciding or binding went wrong on our side; the pod will be tried again. */
    void failed(Pod pod, String message);
}
