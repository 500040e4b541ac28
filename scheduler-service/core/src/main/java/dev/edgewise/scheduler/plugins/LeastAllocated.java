package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.KubeSchedulerScoreScale;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/**
 * Prefers nodes with more CPU and memory left, each by its share of the node. Mean of both, in whole percents.
 *
 * <p>Source: kubernetes, pkg/scheduler/framework/plugins/noderesources/least_allocated.go.
 */
final class LeastAllocated implements Score {
    @Override
    public String name() {
        return NodeResourcesFit.NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        Resources request = pod.spec().requests().nonZero();
        double[] values = new double[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = KubeSchedulerScoreScale.value(score(request, nodes.get(i)));
        }
        return values;
    }

    private static long score(Resources request, NodeState node) {
        long milliCpu = node.allocatableMilliCpu();
        long memory = node.allocatableMemory();
        Resources used = node.nonZeroRequested();
        long sum = 0;
        int counted = 0;
        if (milliCpu > 0) {
            sum += free(used.milliCpu() + request.milliCpu(), milliCpu);
            counted++;
        }
        if (memory > 0) {
            sum += free(used.memory() + request.memory(), memory);
            counted++;
        }
        return counted == 0 ? 0 : sum / counted;
    }

    /** Free percents; none on an overcommitted node. */
    private static long free(long requested, long capacity) {
        return requested > capacity ? 0 : (capacity - requested) * KubeSchedulerScoreScale.MAX / capacity;
    }
}
