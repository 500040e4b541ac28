package dev.edgewise.scheduler.state.protection;

import dev.edgewise.scheduler.model.Pod;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A bound pod that is to be protected.
 *
 * @param backup the node that keeps capacity for it; null if none does
 */
public record PodWithBackup(Pod pod, @Nullable String backup) {
    /** The node that it is on. */
    public String home() {
        return Objects.requireNonNull(pod.spec().nodeName(), "nodeName");
    }
}
