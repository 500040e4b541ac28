package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;

/**
 * Keeps a pod within its delay needs, and prefers nearer nodes. A need that cannot be judged (its reference is unknown,
 * its value no number, the time to a node not known, or not well enough) is never taken as met, nor is one over a path
 * that does not answer or loses too much.
 */
public final class DelayPlugin implements Filter, Score {
    public static final String NAME = "Delay";

    private final DelayRules rules;

    public DelayPlugin() {
        this(DelayRules.DEFAULT);
    }

    public DelayPlugin(DelayRules rules) {
        this.rules = rules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        DelayNeeds needs = DelayNeeds.of(pod, rules, snapshot.takenAt());
        if (needs.problem() != null) {
            return PreparedNodeFilter.never(Rejection.unresolvable(NAME, needs.problem()));
        }
        return needs.isNone()
                ? PreparedNodeFilter.PASS
                : new AllDelayNeedsCheck(checks(needs, pod, snapshot), snapshot);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(
                ClusterEvent.NODE_ADDED,
                ClusterEvent.POD_CHANGED,
                ClusterEvent.POD_REMOVED,
                ClusterEvent.SIGNAL_CHANGED);
    }

    /**
     * Returns 1 on the reference itself, 0 where the tightest need is just met: one minus the largest share of a need
     * used.
     */
    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        List<DelayNeedCheck> needs = checks(pod, snapshot);
        if (needs.isEmpty()) {
            return NOTHING;
        }
        double[] values = new double[nodes.size()];
        Arrays.fill(values, 1);
        for (DelayNeedCheck need : needs) {
            for (int i = 0; i < values.length; i++) {
                values[i] = Math.min(values[i], 1 - need.shareUsed(nodes.get(i)));
            }
        }
        return values;
    }

    /** Returns one check for each need; none if one of them is invalid. */
    List<DelayNeedCheck> checks(Pod pod, Snapshot snapshot) {
        return checks(DelayNeeds.of(pod, rules, snapshot.takenAt()), pod, snapshot);
    }

    private static List<DelayNeedCheck> checks(DelayNeeds needs, Pod pod, Snapshot snapshot) {
        List<DelayNeedCheck> checks = new ArrayList<>(needs.needs().size());
        for (DelayNeed need : needs.needs()) {
            checks.add(new DelayNeedCheck(need, DelayReference.resolve(need, pod, snapshot), snapshot));
        }
        return checks;
    }
}
