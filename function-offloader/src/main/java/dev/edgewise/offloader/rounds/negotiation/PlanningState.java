package dev.edgewise.offloader.rounds.negotiation;

import dev.edgewise.offloader.plan.MoveDecision;
import dev.edgewise.offloader.plan.RefusedTargets;
import dev.edgewise.offloader.rounds.violations.KnownViolations;
import dev.edgewise.offloader.safety.ConsecutiveReadings;
import dev.edgewise.offloader.safety.MoveRefusal;
import dev.edgewise.offloader.safety.SafetySettings;
import java.time.Duration;
import java.util.Map;

/**
 * The memory of the rounds: each returns a new one, and a preview throws it away. Immutable.
 *
 * @param readings readings in a row that want a pod moved
 * @param refusals targets that the scheduler refused lately
 * @param violations pods that the scheduler would not place where they run any more
 * @param order in which pods are asked about
 * @param missed rounds without a plan since the last one with a plan
 */
public record PlanningState(
        ConsecutiveReadings readings,
        RefusedTargets refusals,
        KnownViolations violations,
        CandidateRoundRobin order,
        int missed) {
    /** Rounds without a plan that may be between two readings in a row. */
    private static final int MOST_MISSED = 3;

    /** @param afterRefusal how long a pod that the scheduler would not place on its target lets others go first */
    public static PlanningState begin(SafetySettings settings, Duration afterRefusal) {
        return new PlanningState(
                ConsecutiveReadings.none(settings),
                RefusedTargets.none(afterRefusal),
                KnownViolations.NONE,
                CandidateRoundRobin.NEW,
                0);
    }

    PlanningState with(KnownViolations changed) {
        return new PlanningState(readings, refusals, changed, order, missed);
    }

    /** Returns the state of a round that has begun: its readings count. */
    PlanningState counted(ConsecutiveReadings counted, CandidateRoundRobin next) {
        return new PlanningState(counted, refusals, violations, next, 0);
    }

    PlanningState refused(Map<MoveDecision, MoveRefusal> targets, long now) {
        return new PlanningState(readings, refusals.with(targets, now), violations, order, missed);
    }

    /**
     * Returns the state after a round without a plan: after some, the next reading is in no row with the readings
     * before.
     */
    public PlanningState afterMiss() {
        boolean isGap = missed + 1 >= MOST_MISSED;
        return new PlanningState(
                isGap ? readings.forget() : readings,
                isGap ? refusals.forget() : refusals,
                violations.missed(),
                order,
                missed + 1);
    }

    /** Returns the state of a replica that leads again, after another one. */
    public PlanningState afterTakeover() {
        return new PlanningState(readings.forget(), refusals.forget(), violations.forget(), order, missed);
    }
}
