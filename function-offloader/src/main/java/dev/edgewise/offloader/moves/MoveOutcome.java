package dev.edgewise.offloader.moves;

import dev.edgewise.offloader.safety.MovablePod;

/**
 * The end of a move.
 *
 * @param detail for people: the node where the replacement runs, or what went wrong
 */
public record MoveOutcome(MovablePod pod, String target, Result result, String detail) {
    /** The kinds for metrics and events: few, and stable. */
    public enum Result {
        /** The replacement is ready on the target. */
        LANDED,
        /** The replacement is ready on another node. */
        ELSEWHERE,
        /** The replacement is ready on the node that the pod left. */
        CAME_BACK,
        /** A disruption budget allowed none; nothing was done. */
        BLOCKED,
        /** The pod was gone already; nothing was done. */
        GONE,
        /** No replacement was ready in time. */
        TIMED_OUT,
        /** The API server refused, or did not answer. */
        FAILED;

        /** Returns the outcome of a move whose replacement is ready on {@code node}. */
        public static Result of(MovablePod pod, String target, String node) {
            if (node.equals(target)) {
                return LANDED;
            }
            return node.equals(pod.node()) ? CAME_BACK : ELSEWHERE;
        }
    }
}
