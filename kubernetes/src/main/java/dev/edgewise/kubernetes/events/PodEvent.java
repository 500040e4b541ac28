package dev.edgewise.kubernetes.events;

/**
 * An event about a pod, for its user.
 *
 * @param uid of the pod
 * @param component that reports it
 * @param warning whether it is a problem
 * @param reason one word in camel case, as {@code kubectl describe} shows it
 * @param action what was tried
 */
public record PodEvent(
        String namespace,
        String name,
        String uid,
        String component,
        boolean warning,
        String reason,
        String action,
        String message) {
    private static final int LONGEST = 1024;

    public PodEvent {
        message = message.length() <= LONGEST ? message : message.substring(0, LONGEST - 3) + "...";
    }
}
