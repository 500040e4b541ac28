package dev.edgewise.scheduler.plugins.affinity;

import dev.edgewise.scheduler.framework.KubeSchedulerScoreScale;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NamespaceLabels;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.ScheduledAffinityTerm;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Prefers domains with pods that this one likes, or that like it, over those with pods that do not.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/interpodaffinity/scoring.go.
 */
public final class PreferredPodAffinity implements Score {
    /** Weight of a required affinity of an existing pod. */
    private static final int HARD_WEIGHT = 1;

    @Override
    public String name() {
        return RequiredPodAffinity.NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        DomainWeights weights = weigh(pod, snapshot);
        if (weights.isEmpty()) {
            return NOTHING;
        }
        long[] sums = nodes.stream().mapToLong(node -> weights.sum(node.node())).toArray();
        return spreadOut(sums);
    }

    private static DomainWeights weigh(Pod pod, Snapshot snapshot) {
        DomainWeights weights = new DomainWeights();
        AffinityTermCounter.ofPreferences(pod.spec().podAffinity(), snapshot).addAll(weights::add);
        Map<String, String> namespaceLabels = snapshot.get(NamespaceLabels.FACT).of(pod.namespace());
        snapshot.forTermsNear(pod, (placed, byNode) -> {
            if (placed.kind() != ScheduledAffinityTerm.Kind.REQUIRED_ANTI
                    && placed.term().matches(pod, namespaceLabels)) {
                weighBack(weights, placed, byNode, snapshot);
            }
        });
        return weights;
    }

    private static void weighBack(
            DomainWeights weights, ScheduledAffinityTerm placed, Map<String, Integer> byNode, Snapshot snapshot) {
        long weight = placed.kind() == ScheduledAffinityTerm.Kind.REQUIRED ? HARD_WEIGHT : placed.weight();
        byNode.forEach((name, count) -> {
            NodeState node = snapshot.node(name);
            if (node != null) {
                weights.add(node.node(), placed.term().topologyKey(), weight * count);
            }
        });
    }

    /** Scales sums from 0 for the smallest to 1 for the largest; all 0 when they are equal. */
    private static double[] spreadOut(long[] sums) {
        long min = Arrays.stream(sums).min().orElse(0);
        long max = Arrays.stream(sums).max().orElse(0);
        double[] values = new double[sums.length];
        for (int i = 0; i < values.length && max > min; i++) {
            values[i] = KubeSchedulerScoreScale.value(
                    (long) (KubeSchedulerScoreScale.MAX * ((double) (sums[i] - min) / (max - min))));
        }
        return values;
    }
}
