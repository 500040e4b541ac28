package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.MoveRefusal.Reason;
import java.util.EnumSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The rules in front of a move at one moment, the lasting ones first, so that the reason that is shown is the one to
 * act on. Immutable.
 */
public final class SafetyRules {
    private static final Set<Reason> LASTING =
            EnumSet.of(Reason.TERMINATING, Reason.UNFIT, Reason.PRIORITY, Reason.SINGLE_REPLICA);

    private final MoveEligibility eligibility;
    private final ConsecutiveReadings readings;
    private final MoveLimitState limits;

    SafetyRules(MoveEligibility eligibility, ConsecutiveReadings readings, MoveLimitState limits) {
        this.eligibility = eligibility;
        this.readings = readings;
        this.limits = limits;
    }

    /** These rules with other readings. */
    public SafetyRules with(ConsecutiveReadings changed) {
        return new SafetyRules(eligibility, changed, limits);
    }

    public ConsecutiveReadings readings() {
        return readings;
    }

    /**
     * Returns a trial for one plan, in which its own moves count, too.
     *
     * @param atOnce whether the first reading that favours a move suffices
     */
    public Trial trial(boolean atOnce) {
        return new Trial(atOnce);
    }

    /** Tells a plan what it may ask for, without beginning any of it. Serves one plan. */
    public final class Trial {
        private final boolean atOnce;
        private MoveBudget spent = limits.budget();

        private Trial(boolean atOnce) {
            this.atOnce = atOnce;
        }

        /** The attempts of each namespace that had any. */
        public Map<String, NamespaceMoves> attempts(long now) {
            return spent.attempts(now);
        }

        /** Returns why the pod stays; empty if it may go together with all that this trial let go before. */
        public Optional<MoveRefusal> request(MovablePod pod, String cause, String target, long now) {
            Optional<MoveRefusal> refusal =
                    atOnce ? checkAtOnce(pod, target, now, spent) : check(pod, cause, target, now, spent);
            if (refusal.isEmpty()) {
                spent = spent.begin(pod, target, now);
            }
            return refusal;
        }
    }

    /**
     * Returns why the pod stays; empty if it may go now.
     *
     * @param cause for which several readings in a row must speak
     * @param now reading of a monotonic clock, in ns
     */
    public Optional<MoveRefusal> check(MovablePod pod, String cause, String target, long now) {
        return check(pod, cause, target, now, limits.budget());
    }

    /** Returns why the pod stays, even if it need not have been wanted for long; empty if it may go now. */
    public Optional<MoveRefusal> checkAtOnce(MovablePod pod, String target, long now) {
        return checkAtOnce(pod, target, now, limits.budget());
    }

    private Optional<MoveRefusal> checkAtOnce(MovablePod pod, String target, long now, MoveBudget spent) {
        return eligibility
                .check(pod)
                .or(() -> limits.coolDowns().check(pod, now))
                .or(() -> spent.check(pod, target, now));
    }

    private Optional<MoveRefusal> check(MovablePod pod, String cause, String target, long now, MoveBudget spent) {
        return eligibility
                .check(pod)
                .or(() -> limits.coolDowns().check(pod, now))
                .or(() -> readings.check(pod.uid(), cause))
                .or(() -> spent.check(pod, target, now));
    }

    /** Returns why the pod is never moved, as it is and as the settings are; empty if it may be some time. */
    public Optional<MoveRefusal> neverMoves(MovablePod pod) {
        return eligibility.check(pod).filter(refusal -> LASTING.contains(refusal.reason()));
    }

    /** Workloads of which a pod began to move so lately that no other one may yet. */
    public Set<Workload> movedLately(long now) {
        return limits.budget().movedLately(now);
    }

    /** Returns why pods of the workload do not go to that node for its energy now; empty if they may. */
    public Optional<MoveRefusal> checkReturn(Workload workload, String node, long now) {
        return limits.coolDowns().checkReturn(workload, node, now);
    }
}
