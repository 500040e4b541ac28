package dev.edgewise.scheduler.delay;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import dev.edgewise.scheduler.pipeline.Rejection;
import dev.edgewise.scheduler.pipeline.Score;
import dev.edgewise.scheduler.pipeline.SignalUse;
import dev.edgewise.scheduler.rtt.Quality;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/**
 * Keeps a pod within its delay needs, and prefers nearer nodes. A need that cannot be judged (its reference is unknown,
 * its value no number, the time to a node not known, or not well enough) is never taken as met, nor is one over a path that does
 * not answer or loses too much.
 */
public final class Delay implements Filter, Score {
    public static final String NAME = "Delay";
    /** Decisions are kept by thousands. */
    private static final int MOST_SIGNALS = 16;

    private final DelayRules rules;

    public Delay() {
        this(DelayRules.DEFAULT);
    }

    public Delay(DelayRules rules) {
        this.rules = rules;
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        DelayNeeds needs = needs(pod, snapshot);
        if (needs.problem() != null) {
            return NodeCheck.never(Rejection.unresolvable(NAME, needs.problem()));
        }
        if (needs.isNone()) {
            return NodeCheck.PASS;
        }
        List<NeedCheck> checks = new ArrayList<>(needs.needs().size());
        for (DelayNeed need : needs.needs()) {
            Reference reference = Reference.resolve(need, pod, snapshot);
            if (reference.problem() != null) {
                return NodeCheck.never(Rejection.unresolvable(NAME, reference.problem()));
            }
            checks.add(new NeedCheck(need, reference));
        }
        return new AllNeeds(checks, snapshot);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(
                ClusterEvent.NODE_ADDED,
                ClusterEvent.POD_CHANGED,
                ClusterEvent.POD_REMOVED,
                ClusterEvent.SIGNAL_CHANGED);
    }

    @Override
    public List<SignalUse> signals(Pod pod, Snapshot snapshot) {
        List<SignalUse> signals = new ArrayList<>();
        for (DelayNeed need : needs(pod, snapshot).needs()) {
            signals.addAll(RttSignal.of(Reference.resolve(need, pod, snapshot), need.quality(), snapshot.takenAt()));
        }
        return signals.size() <= MOST_SIGNALS ? signals : signals.subList(0, MOST_SIGNALS);
    }

    @Override
    public Function<NodeState, List<SignalUse>> nodeSignals(Pod pod, Snapshot snapshot) {
        List<DelayNeed> needs = needs(pod, snapshot).needs();
        List<Distances> distances = needs.stream()
                .map(need -> new Distances(Reference.resolve(need, pod, snapshot), need))
                .toList();
        return node -> {
            List<SignalUse> signals = new ArrayList<>();
            for (int i = 0; i < needs.size(); i++) {
                Quality quality = needs.get(i).quality();
                Reference.Origin nearest = distances.get(i).nearest(node.name());
                if (nearest != null && !nearest.node().equals(node.name())) {
                    signals.add(RttSignal.of(nearest, node.name(), quality, snapshot.takenAt()));
                }
            }
            return signals;
        };
    }

    /** 1 on the reference itself, 0 where the tightest need is just met: one minus the largest share of a need used. */
    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        DelayNeeds needs = needs(pod, snapshot);
        if (needs.needs().isEmpty()) {
            return NOTHING;
        }
        double[] values = new double[nodes.size()];
        Arrays.fill(values, 1);
        for (DelayNeed need : needs.needs()) {
            NeedCheck check = new NeedCheck(need, Reference.resolve(need, pod, snapshot));
            for (int i = 0; i < values.length; i++) {
                values[i] = Math.min(values[i], 1 - check.shareUsed(nodes.get(i)));
            }
        }
        return values;
    }

    DelayNeeds needs(Pod pod, Snapshot snapshot) {
        return DelayNeeds.of(pod, rules, snapshot.takenAt());
    }
}
