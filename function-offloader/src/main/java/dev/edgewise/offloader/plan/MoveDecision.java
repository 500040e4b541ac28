package dev.edgewise.offloader.plan;

import dev.edgewise.offloader.safety.MovablePod;
import dev.edgewise.offloader.safety.MoveRefusal;
import org.jspecify.annotations.Nullable;

/**
 * The decision of a plan about one pod.
 *
 * @param target the node that it is better on; null if it is well where it is
 * @param why what speaks for the target, or for staying; for people
 * @param cause what the move is for; null without a target
 * @param refusal why it stays although another node may be better; null if nothing holds it
 */
public record MoveDecision(
        MovablePod pod, @Nullable String target, String why, @Nullable MoveCause cause, @Nullable MoveRefusal refusal) {
    /** Returns the decision about a pod that stays whatever a planner wants. */
    public static MoveDecision held(MovablePod pod, MoveRefusal refusal) {
        return new MoveDecision(pod, null, refusal.message(), null, refusal);
    }

    /** Whether the pod moves now. */
    public boolean moves() {
        return target != null && refusal == null;
    }

    /** This verdict of a pod that stays after all. */
    public MoveDecision refused(MoveRefusal because) {
        return new MoveDecision(pod, target, why, cause, because);
    }
}
