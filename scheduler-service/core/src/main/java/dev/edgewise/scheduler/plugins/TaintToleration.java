package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.ClusterEvent;
import dev.edgewise.scheduler.framework.Filter;
import dev.edgewise.scheduler.framework.KubeSchedulerScoreScale;
import dev.edgewise.scheduler.framework.PreparedNodeFilter;
import dev.edgewise.scheduler.framework.Rejection;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Taint;
import dev.edgewise.scheduler.model.ToleratedTaints;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;
import java.util.Set;

/** Keeps pods off nodes with taints they do not tolerate, and prefers nodes with fewer soft taints. */
final class TaintToleration implements Filter, Score {
    public static final String NAME = "TaintToleration";

    private static final Rejection UNTOLERATED = Rejection.unresolvable(NAME, "node(s) had untolerated taint(s)");

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public PreparedNodeFilter prepare(Pod pod, Snapshot snapshot) {
        ToleratedTaints tolerated = new ToleratedTaints(pod.spec().tolerations());
        return PreparedNodeFilter.ofClosedNodes(node -> tolerated.containsExcluding(node.taints()), UNTOLERATED);
    }

    @Override
    public Set<ClusterEvent> eventsToRegister() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_TAINTS_CHANGED);
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        long[] untolerated = new long[nodes.size()];
        ToleratedTaints tolerated = new ToleratedTaints(pod.spec().tolerations());
        for (int i = 0; i < untolerated.length; i++) {
            untolerated[i] = countSoft(tolerated, nodes.get(i).node().taints());
        }
        return KubeSchedulerScoreScale.fewerIsBetter(untolerated);
    }

    private static long countSoft(ToleratedTaints tolerated, List<Taint> taints) {
        long count = 0;
        for (Taint taint : taints) {
            if (!taint.effect().excludes() && !tolerated.contains(taint)) {
                count++;
            }
        }
        return count;
    }
}
