package dev.edgewise.rewards.learning.state;

import dev.edgewise.rewards.outcomes.OutcomeCause;

/**
 * An outcome that has not been counted before.
 *
 * @param began when the life began, in ms since the epoch; {@code at} if no container ran
 * @param at when the life ended or the cause was seen, in ms since the epoch
 * @param share share of this container in the pod's healthy time, 0..1
 */
public record Outcome(OutcomeCause cause, long began, long at, double share, String detail) {
    /** Returns an outcome of the whole pod, without healthy time. */
    public static Outcome ofPod(OutcomeCause cause, long at, String detail) {
        return new Outcome(cause, at, at, 0, detail);
    }
}
