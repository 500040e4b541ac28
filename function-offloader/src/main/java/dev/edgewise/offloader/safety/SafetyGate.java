package dev.edgewise.offloader.safety;

import dev.edgewise.offloader.safety.Refusal.Reason;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** All rules in front of a move, the lasting ones first, so that the reason that is shown is the one to act on. For one thread at a time. */
public final class SafetyGate {
    private static final Set<Reason> LASTING =
            EnumSet.of(Reason.TERMINATING, Reason.UNFIT, Reason.PRIORITY, Reason.SINGLE_REPLICA);

    private final Eligibility eligibility;
    private final Streaks streaks;
    private final CoolDowns coolDowns;
    private final MoveBudget budget;

    public SafetyGate(SafetySettings settings) {
        eligibility = new Eligibility(settings);
        streaks = new Streaks(settings);
        coolDowns = new CoolDowns(settings);
        budget = new MoveBudget(settings);
    }

    private SafetyGate(SafetyGate other) {
        eligibility = other.eligibility;
        streaks = new Streaks(other.streaks);
        coolDowns = new CoolDowns(other.coolDowns);
        budget = new MoveBudget(other.budget);
    }

    /** Knows what this one knows now. */
    public SafetyGate copy() {
        return new SafetyGate(this);
    }

    /** Takes in what one plan wants; see {@link Streaks#read}. */
    public void read(Map<String, Set<String>> wanted, Set<String> all, Streaks.Readings readings) {
        streaks.read(wanted, all, readings);
    }

    /** See {@link Streaks#row}. */
    public int row(String pod, String cause) {
        return streaks.row(pod, cause);
    }

    /** See {@link Streaks#forget}. */
    public void forgetReadings() {
        streaks.forget();
    }

    /**
     * For one plan, in which its own moves count, too.
     *
     * @param sure whether pods need not have been wanted for long
     */
    public Trial trial(boolean sure) {
        return new Trial(new MoveBudget(budget), sure);
    }

    /** What a plan may ask for, without beginning any of it. */
    public final class Trial {
        private final MoveBudget spent;
        private final boolean sure;

        private Trial(MoveBudget spent, boolean sure) {
            this.spent = spent;
            this.sure = sure;
        }

        /** Of each namespace that had any. */
        public Map<String, Attempts> attempts(long now) {
            return spent.attempts(now);
        }

        /** Why the pod stays; empty if it may go together with all that this trial let go before. */
        public Optional<Refusal> request(MovablePod pod, String cause, String target, long now) {
            Optional<Refusal> refusal =
                    sure ? checkAtOnce(pod, target, now, spent) : check(pod, cause, target, now, spent);
            if (refusal.isEmpty()) {
                spent.begin(pod, target, now);
            }
            return refusal;
        }
    }

    /**
     * Why the pod stays; empty if it may go now.
     *
     * @param cause for which several readings in a row must speak
     * @param now reading of a monotonic clock, in ns
     */
    public Optional<Refusal> check(MovablePod pod, String cause, String target, long now) {
        return check(pod, cause, target, now, budget);
    }

    /** The same of a pod that need not have been wanted for long. */
    public Optional<Refusal> checkAtOnce(MovablePod pod, String target, long now) {
        return checkAtOnce(pod, target, now, budget);
    }

    private Optional<Refusal> checkAtOnce(MovablePod pod, String target, long now, MoveBudget spent) {
        return eligibility.check(pod).or(() -> coolDowns.check(pod, now)).or(() -> spent.check(pod, target, now));
    }

    private Optional<Refusal> check(MovablePod pod, String cause, String target, long now, MoveBudget spent) {
        return eligibility
                .check(pod)
                .or(() -> coolDowns.check(pod, now))
                .or(() -> streaks.check(pod.uid(), cause))
                .or(() -> spent.check(pod, target, now));
    }

    /** Why the pod is never moved, as it is and as the settings are; empty if it may be some time. */
    public Optional<Refusal> neverMoves(MovablePod pod) {
        return eligibility.check(pod).filter(refusal -> LASTING.contains(refusal.reason()));
    }

    /** Workloads of which a pod began to move so lately that no other one may yet. */
    public Set<Workload> movedLately(long now) {
        return budget.movedLately(now);
    }

    /** Counts a move that begins. */
    public void begin(MovablePod pod, String target, long now) {
        budget.begin(pod, target, now);
    }

    /** See {@link CoolDowns#leave}. */
    public void leave(Workload workload, String node, long now) {
        coolDowns.leave(workload, node, now);
    }

    /** See {@link CoolDowns#checkReturn}. */
    public Optional<Refusal> checkReturn(Workload workload, String node, long now) {
        return coolDowns.checkReturn(workload, node, now);
    }

    /** The move ended with the workload's new pod on {@code node}: the target, the old node, or any other. */
    public void landed(MovablePod pod, String target, String node, long now) {
        budget.end(pod, target);
        if (node.equals(pod.node())) {
            coolDowns.begin(pod.workload(), node, now);
        }
    }

    /** The move ended before any pod left, such as when its eviction was refused. */
    public void undone(MovablePod pod, String target) {
        budget.undo(pod, target);
    }

    /** The move ended without a new pod. */
    public void failed(MovablePod pod, String target) {
        budget.end(pod, target);
    }

    /** The API server refused the eviction, and will most likely do so again: no pod has left. */
    public void refused(MovablePod pod, String target, long now) {
        budget.undo(pod, target);
        coolDowns.begin(pod.workload(), pod.node(), now);
    }

    /** The pod left and no replacement came in time: it may still come, and back to the old node. */
    public void timedOut(MovablePod pod, String target, long now) {
        budget.end(pod, target);
        coolDowns.begin(pod.workload(), pod.node(), now);
    }

    /** All that limits further moves now, for the next leader. */
    public List<Mark> marks(long now) {
        List<Mark> marks = new ArrayList<>();
        budget.addMarks(marks, now);
        coolDowns.addMarks(marks, now);
        return marks;
    }

    /** Takes over what limited the moves of a leader before; what is known already counts once. */
    public void restore(List<Mark> marks, long now) {
        for (Mark mark : marks) {
            switch (mark.kind()) {
                case BEGUN, MOVED -> budget.restore(mark, now);
                case STAYS, LEFT -> coolDowns.restore(mark, now);
            }
        }
    }
}
