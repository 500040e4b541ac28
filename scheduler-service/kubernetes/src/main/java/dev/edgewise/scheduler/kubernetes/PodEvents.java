package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.events.PodEvent;
import dev.edgewise.scheduler.framework.Decision;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.spelling.Misspelling;

/** The events that the scheduler writes for the users of pods. */
final class PodEvents {
    private PodEvents() {}

    static PodEvent scheduled(Pod pod, String node) {
        return of(pod, false, "Scheduled", "Binding", Decision.assigned(pod.key(), node));
    }

    static PodEvent failedScheduling(Pod pod, String message) {
        return of(pod, true, "FailedScheduling", "Scheduling", message);
    }

    /** Names the node as the kubelet's events do, so that consumers can group events by it. */
    static PodEvent failedBinding(Pod pod, String node, String message) {
        return failedScheduling(pod, message).on(node);
    }

    static PodEvent preempted(Pod victim, Pod by, String node) {
        return of(victim, false, "Preempted", "Preempting", "Preempted by pod " + by.uid() + " on node " + node);
    }

    static PodEvent moved(Pod victim, Pod by, String target) {
        return of(
                victim,
                false,
                "Moved",
                "Moving",
                "Evicted to make room for pod " + by.uid() + "; room for its replacement is kept on node " + target);
    }

    static PodEvent nodeFailed(Pod lost) {
        return of(
                lost,
                true,
                Names.NODE_FAILED_REASON,
                "Restarting",
                "Node " + lost.spec().nodeName() + " failed: deleted, so that a pod on another node replaces it");
    }

    static PodEvent misspelled(Misspelling found) {
        return new PodEvent(
                found.pod().namespace(),
                found.pod().name(),
                found.uid(),
                found.profile(),
                true,
                "Misspelled",
                "Reading",
                found.message());
    }

    private static PodEvent of(Pod pod, boolean warning, String reason, String action, String message) {
        return new PodEvent(
                pod.namespace(),
                pod.key().name(),
                pod.uid(),
                pod.spec().schedulerName(),
                warning,
                reason,
                action,
                message);
    }
}
