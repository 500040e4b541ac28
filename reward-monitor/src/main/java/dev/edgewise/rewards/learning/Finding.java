package dev.edgewise.rewards.learning;

import dev.edgewise.rewards.outcomes.Cause;

/**
 * An outcome of a life that has not been counted before.
 *
 * @param began when the life began, in ms since the epoch; {@code at} if there was none, as no container ran
 * @param at when it ended or the cause was seen, in ms since the epoch
 * @param share of the pod's healthy time that is this container's, 0..1
 */
record Finding(Cause cause, long began, long at, double share, String detail) {
    static Finding ofPod(Cause cause, long at, String detail) {
        return new Finding(cause, at, at, 0, detail);
    }
}
