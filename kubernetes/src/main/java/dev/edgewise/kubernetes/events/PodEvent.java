package dev.edgewise.kubernetes.events;

import org.jspecify.annotations.Nullable;

/**
 * An event about a pod, for its user.
 *
 * @param uid of the pod
 * @param component that reports it
 * @param warning whether it is a problem
 * @param reason one word in camel case, as {@code kubectl describe} shows it
 * @param action what was tried
 * @param node that it is about as well; null: none
 */
public record PodEvent(
        String namespace,
        String name,
        String uid,
        String component,
        boolean warning,
        String reason,
        String action,
        String message,
        @Nullable String node) {
    private static final int LONGEST = 1024;

    public PodEvent {
        message = message.length() <= LONGEST ? message : message.substring(0, LONGEST - 3) + "...";
    }

    /** About no node. */
    public PodEvent(
            String namespace,
            String name,
            String uid,
            String component,
            boolean warning,
            String reason,
            String action,
            String message) {
        this(namespace, name, uid, component, warning, reason, action, message, null);
    }

    /** The same about a node as well. */
    public PodEvent on(String where) {
        return new PodEvent(namespace, name, uid, component, warning, reason, action, message, where);
    }
}
