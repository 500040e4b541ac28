package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.pipeline.Score;
import dev.edgewise.scheduler.pipeline.StockScale;
import java.util.List;

/** Prefers nodes that match more of the weight of a pod's preferred node affinity. */
final class PreferredNodeAffinity implements Score {
    @Override
    public String name() {
        return RequiredNodeAffinity.NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        List<NodeAffinity.Preferred> preferred = pod.spec().nodeAffinity().preferred();
        if (preferred.isEmpty()) {
            return NOTHING;
        }
        long[] weights = new long[nodes.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = matchingWeight(preferred, nodes.get(i).node());
        }
        return StockScale.moreIsBetter(weights);
    }

    private static long matchingWeight(List<NodeAffinity.Preferred> preferred, Node node) {
        long weight = 0;
        for (NodeAffinity.Preferred preference : preferred) {
            if (preference.term().matches(node)) {
                weight += preference.weight();
            }
        }
        return weight;
    }
}
