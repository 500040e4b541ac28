package dev.edgewise.offloader.scheduler;

import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The reason why scheduler-service has no answer about one element of a question.
 *
 * @param reason such as {@code NOT_FOUND} or {@code TOO_SLOW}
 * @param index of the element in its list
 * @param field the element, or its field; null if no field is wrong
 * @param message for people
 */
public record PlacementError(String reason, int index, @Nullable String field, String message) {
    private static final Set<String> UNKNOWN = Set.of("TOO_SLOW", "FAILED");

    /** Whether the pod is right, and the scheduler could not find out all the same. */
    boolean isUnknown() {
        return UNKNOWN.contains(reason);
    }
}
