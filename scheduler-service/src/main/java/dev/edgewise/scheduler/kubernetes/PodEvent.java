package dev.edgewise.scheduler.kubernetes;

import dev.edgewise.scheduler.model.Pod;

/**
 * An event about a pod, for its user.
 *
 * @param warning whether it is a problem
 * @param reason one word in camel case, as {@code kubectl describe} shows it
 * @param action what was tried
 */
record PodEvent(Pod pod, boolean warning, String reason, String action, String message) {
    private static final int LONGEST = 1024;

    PodEvent {
        message = message.length() <= LONGEST ? message : message.substring(0, LONGEST - 3) + "...";
    }

    static PodEvent scheduled(Pod pod, String node) {
        return new PodEvent(pod, false, "Scheduled", "Binding", "Successfully assigned " + pod.key() + " to " + node);
    }

    static PodEvent failedScheduling(Pod pod, String message) {
        return new PodEvent(pod, true, "FailedScheduling", "Scheduling", message);
    }

    static PodEvent preempted(Pod victim, Pod by, String node) {
        return new PodEvent(
                victim, false, "Preempted", "Preempting", "Preempted by pod " + by.uid() + " on node " + node);
    }
}
