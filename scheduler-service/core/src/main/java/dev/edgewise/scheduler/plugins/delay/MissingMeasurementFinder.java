package dev.edgewise.scheduler.plugins.delay;

import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Profile;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Finds the measurements that could place a pod for which only what is not measured well enough is in the way. */
public final class MissingMeasurementFinder {
    private MissingMeasurementFinder() {}

    /**
     * The pairs to be measured, those first that are likeliest to meet the pod's needs. A node that a need surely
     * excludes, or that another filter of the profile rejects, is not worth a measurement.
     *
     * @param most how many nodes at most
     */
    public static List<UndecidedPair> of(Pod pod, Profile profile, Snapshot snapshot, int most) {
        List<DelayNeedCheck> needs = needs(pod, profile, snapshot);
        List<Candidate> found = new ArrayList<>();
        for (NodeState node : snapshot.nodes()) {
            List<UndecidedPair> pairs = pairs(needs, node);
            if (!pairs.isEmpty()) {
                found.add(new Candidate(node, pairs));
            }
        }
        found.sort(Comparator.comparingLong(Candidate::micros));
        List<PreparedNodeFilter> others = others(pod, profile, snapshot);
        return found.stream()
                .filter(candidate -> others.stream().allMatch(check -> check.check(candidate.node) == null))
                .limit(most)
                .flatMap(candidate -> candidate.pairs.stream())
                .toList();
    }

    private static List<DelayNeedCheck> needs(Pod pod, Profile profile, Snapshot snapshot) {
        List<DelayNeedCheck> needs = new ArrayList<>();
        for (Filter filter : profile.filters()) {
            if (filter instanceof DelayPlugin delay) {
                needs.addAll(delay.checks(pod, snapshot));
            }
        }
        return needs;
    }

    private record Candidate(NodeState node, List<UndecidedPair> pairs) {
        long micros() {
            return pairs.stream().mapToLong(UndecidedPair::micros).max().orElse(0);
        }
    }

    /** Returns one pair for each need that is undecided; none if a need is surely not met. */
    private static List<UndecidedPair> pairs(List<DelayNeedCheck> needs, NodeState node) {
        List<UndecidedPair> pairs = new ArrayList<>();
        for (DelayNeedCheck need : needs) {
            UndecidedPair pair = need.undecided(node);
            if (pair != null) {
                pairs.add(pair);
            } else if (!need.isMet(node)) {
                return List.of();
            }
        }
        return pairs;
    }

    private static List<PreparedNodeFilter> others(Pod pod, Profile profile, Snapshot snapshot) {
        return profile.filters().stream()
                .filter(filter -> !filter.name().equals(DelayPlugin.NAME))
                .map(filter -> filter.prepare(pod, snapshot))
                .toList();
    }

    /**
     * A pair of nodes for which only a measurement can show whether it meets a need.
     *
     * @param micros what it most likely takes, in microseconds
     * @param samples how many answered probes it takes; 0: any
     */
    public record UndecidedPair(String from, String to, long micros, int samples) {}
}
