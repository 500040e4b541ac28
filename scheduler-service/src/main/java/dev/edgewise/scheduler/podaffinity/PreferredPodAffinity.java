package dev.edgewise.scheduler.podaffinity;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.AffinityTerm;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.PodAffinity;
import dev.edgewise.scheduler.pipeline.Score;
import dev.edgewise.scheduler.pipeline.StockScale;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * Prefers domains with pods that this one likes, or that like it, over those with pods that do not.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/interpodaffinity/scoring.go.
 */
public final class PreferredPodAffinity implements Score {
    /** What a required affinity of an existing pod counts. */
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
        pod.spec().podAffinity().preferred().forEach(liked -> weigh(weights, liked, 1, snapshot));
        pod.spec().podAffinity().preferredAnti().forEach(disliked -> weigh(weights, disliked, -1, snapshot));
        Map<String, String> namespaceLabels = snapshot.namespaceLabels(pod.namespace());
        for (Pod existing : snapshot.mayConcern(pod)) {
            NodeState node = snapshot.nodeHolding(existing);
            if (node != null) {
                weighBack(weights, node, existing, pod, namespaceLabels);
            }
        }
        return weights;
    }

    private static void weigh(DomainWeights weights, PodAffinity.Weighted weighted, int sign, Snapshot snapshot) {
        for (NodeState node : Holders.of(weighted.term(), snapshot)) {
            for (Pod existing : node.pods()) {
                Map<String, String> labels = snapshot.namespaceLabels(existing.namespace());
                weights.add(node, weighted.term(), existing, labels, (long) sign * weighted.weight());
            }
        }
    }

    private static void weighBack(
            DomainWeights weights, NodeState node, Pod existing, Pod pod, Map<String, String> namespaceLabels) {
        PodAffinity affinity = existing.spec().podAffinity();
        for (AffinityTerm term : affinity.required()) {
            weights.add(node, term, pod, namespaceLabels, HARD_WEIGHT);
        }
        weights.add(node, affinity.preferred(), pod, namespaceLabels, 1);
        weights.add(node, affinity.preferredAnti(), pod, namespaceLabels, -1);
    }

    /** From 0 for the smallest sum to 1 for the largest; all 0 when they are equal. */
    private static double[] spreadOut(long[] sums) {
        long min = Arrays.stream(sums).min().orElse(0);
        long max = Arrays.stream(sums).max().orElse(0);
        double[] values = new double[sums.length];
        for (int i = 0; i < values.length && max > min; i++) {
            values[i] = StockScale.value((long) (StockScale.MAX * ((double) (sums[i] - min) / (max - min))));
        }
        return values;
    }
}
