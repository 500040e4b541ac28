package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.KubeSchedulerScoreScale;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Node;
import dev.edgewise.scheduler.model.NodeAffinity;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.function.ToLongFunction;

/** Prefers nodes that match more of the weight of a pod's preferred node affinity. */
final class PreferredNodeAffinity implements Score {
    @Override
    public String name() {
        return RequiredNodeAffinity.NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        NodeAffinity affinity = pod.spec().nodeAffinity();
        if (affinity.preferred().isEmpty()) {
            return NOTHING;
        }
        ToLongFunction<Node> preference = snapshot.topology().affinities().preferring(affinity);
        long[] weights = new long[nodes.size()];
        for (int i = 0; i < weights.length; i++) {
            weights[i] = preference.applyAsLong(nodes.get(i).node());
        }
        return KubeSchedulerScoreScale.moreIsBetter(weights);
    }
}
