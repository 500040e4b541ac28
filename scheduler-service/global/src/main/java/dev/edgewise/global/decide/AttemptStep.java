package dev.edgewise.global.decide;

import dev.edgewise.global.model.Attempt;
import dev.edgewise.global.model.AttemptPhase;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The next step of one attempt.
 *
 * @param action null for none
 * @param nextCheck when to decide about it again without an event; null for never
 * @param isSettled whether nothing more is to be known of it before the request continues
 * @param waitsForCluster whether it can do nothing until its cluster is reachable
 * @param holdsPlace whether there is work for it now, for which the request needs its place
 */
record AttemptStep(
        Attempt attempt,
        @Nullable RequestAction action,
        @Nullable Instant nextCheck,
        boolean isSettled,
        boolean waitsForCluster,
        boolean holdsPlace) {
    /** Returns the step of an attempt with which nothing is to be done. */
    static AttemptStep settled(Attempt attempt) {
        return new AttemptStep(attempt, null, null, true, false, true);
    }

    static AttemptStep act(Attempt attempt, RequestAction action) {
        return new AttemptStep(attempt, action, null, false, false, true);
    }

    static AttemptStep check(Attempt attempt, Instant nextCheck) {
        return new AttemptStep(attempt, null, nextCheck, false, false, true);
    }

    static AttemptStep awaitCluster(Attempt attempt, Instant nextCheck) {
        return new AttemptStep(attempt, null, nextCheck, false, true, false);
    }

    /** An attempt that was given up does not hold up the request, although it is still to be cleaned. */
    AttemptStep inBackground() {
        return new AttemptStep(attempt, action, nextCheck, true, false, true);
    }

    /** The place of a request whose cluster is silent, or slow to delete, is of more use to others. */
    AttemptStep withoutPlace() {
        return new AttemptStep(attempt, action, nextCheck, isSettled, waitsForCluster, false);
    }

    boolean isIn(AttemptPhase phase) {
        return attempt.phase() == phase;
    }

    /** Returns all attempts of the steps. */
    static List<Attempt> attempts(List<AttemptStep> steps) {
        return steps.stream().map(AttemptStep::attempt).toList();
    }
}
