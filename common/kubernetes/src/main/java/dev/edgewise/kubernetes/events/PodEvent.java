package dev.edgewise.kubernetes.events;

import static java.nio.charset.StandardCharsets.UTF_8;

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
    /** Maximum length in bytes of UTF-8, as the API server counts them. */
    private static final int LONGEST = 1024;

    private static final int LONGEST_ADDITION = 512;

    private static final String CUT = "...";
    /** The bytes of a character after its first are {@code 10xxxxxx}. */
    private static final int CONTINUATION_MASK = 0xC0;

    private static final int CONTINUATION = 0x80;

    public PodEvent {
        message = shortened(message, LONGEST);
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

    /** Returns this event with an addition at the end of its message, which is shortened as far as needed. */
    public PodEvent adding(String addition) {
        String more = shortened(addition, LONGEST_ADDITION);
        String shorter = shortened(message, LONGEST - more.getBytes(UTF_8).length);
        return more.isEmpty()
                ? this
                : new PodEvent(namespace, name, uid, component, warning, reason, action, shorter + more, node);
    }

    private static String shortened(String text, int longest) {
        byte[] bytes = text.getBytes(UTF_8);
        if (bytes.length <= longest) {
            return text;
        }
        int end = longest - CUT.length();
        while ((bytes[end] & CONTINUATION_MASK) == CONTINUATION) {
            end--;
        }
        return new String(bytes, 0, end, UTF_8) + CUT;
    }

    /** Returns this event with a related node. */
    public PodEvent on(String where) {
        return new PodEvent(namespace, name, uid, component, warning, reason, action, message, where);
    }
}
