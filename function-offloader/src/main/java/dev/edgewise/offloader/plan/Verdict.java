package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.Refusal;
import org.jspecify.annotations.Nullable;

/**
 * What a plan says of one pod.
 *
 * @param target the node that it is better on; null if it is well where it is
 * @param why what speaks for the target, or for staying; for people
 * @param refusal why it stays although another node is better; null if nothing holds it
 */
public record Verdict(MovablePod pod, @Nullable String target, String why, @Nullable Refusal refusal) {
    /** Whether the pod moves now. */
    public boolean moves() {
        return target != null && refusal == null;
    }
}
