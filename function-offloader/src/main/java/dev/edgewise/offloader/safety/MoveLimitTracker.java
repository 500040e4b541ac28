package dev.edgewise.offloader.safety;

import java.util.List;
import java.util.Optional;

/**
 * Keeps the limits that moves leave, and hands out the rules that follow. One thread changes it at a time; any thread
 * may read.
 */
public final class MoveLimitTracker {
    private final MoveEligibility eligibility;
    private final ConsecutiveReadings noReadings;
    private volatile MoveLimitState limits;

    public MoveLimitTracker(SafetySettings settings) {
        eligibility = new MoveEligibility(settings);
        noReadings = ConsecutiveReadings.none(settings);
        limits = MoveLimitState.none(settings);
    }

    /** The rules as things are now. */
    public SafetyRules rules(ConsecutiveReadings readings) {
        return new SafetyRules(eligibility, readings, limits);
    }

    /** See {@link SafetyRules#checkAtOnce}. */
    public Optional<MoveRefusal> checkAtOnce(MovablePod pod, String target, long now) {
        return rules(noReadings).checkAtOnce(pod, target, now);
    }

    /** Counts a move that begins. */
    public void begin(MovablePod pod, String target, long now) {
        limits = limits.with(limits.budget().begin(pod, target, now));
    }

    /** See {@link MoveCoolDowns#leave}. */
    public void leave(Workload workload, String node, long now) {
        limits = limits.with(limits.coolDowns().leave(workload, node, now));
    }

    /** Ends the move with the workload's new pod on {@code node}: the target, the old node, or any other. */
    public void landed(MovablePod pod, String target, String node, long now) {
        end(pod, target);
        if (node.equals(pod.node())) {
            coolDown(pod, now);
        }
    }

    /** Ends the move before any pod left, such as when its eviction was refused. */
    public void undone(MovablePod pod, String target) {
        limits = limits.with(limits.budget().undo(pod, target));
    }

    /** Ends the move without a new pod. */
    public void failed(MovablePod pod, String target) {
        end(pod, target);
    }

    /** Ends a move whose eviction the API server refused, and will most likely refuse again: no pod has left. */
    public void refused(MovablePod pod, String target, long now) {
        undone(pod, target);
        coolDown(pod, now);
    }

    /**
     * Ends a move whose pod left and whose replacement did not come in time: it may still come, and back to the old
     * node.
     */
    public void timedOut(MovablePod pod, String target, long now) {
        end(pod, target);
        coolDown(pod, now);
    }

    private void end(MovablePod pod, String target) {
        limits = limits.with(limits.budget().end(pod, target));
    }

    private void coolDown(MovablePod pod, long now) {
        limits = limits.with(limits.coolDowns().begin(pod.workload(), pod.node(), now));
    }

    /** Returns the moves and places that limit further moves now, for the next leader. */
    public List<MoveLimitEntry> marks(long now) {
        return limits.marks(now);
    }

    /** Takes over the limits of a leader before; what is known already counts once. */
    public void restore(List<MoveLimitEntry> marks, long now) {
        marks.forEach(mark -> limits = limits.restored(mark, now));
    }
}
