package dev.edgewise.scheduler.plugins;

import dev.edgewise.scheduler.framework.KubeSchedulerScoreScale;
import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/**
 * Prefers nodes whose use of CPU and memory the pod brings closer together: 0.75 where it changes nothing, up to 1
 * where it evens them out, down to 0.5 where it tears them apart.
 *
 * <p>Source: kubernetes 1.36, pkg/scheduler/framework/plugins/noderesources/balanced_allocation.go.
 */
final class BalancedAllocation implements Score {
    public static final String NAME = "NodeResourcesBalancedAllocation";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        Resources request = pod.spec().requests().needed();
        if (request.milliCpu() == 0 && request.memory() == 0) {
            return NOTHING;
        }
        double[] values = new double[nodes.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = KubeSchedulerScoreScale.value(score(request, nodes.get(i)));
        }
        return values;
    }

    private static long score(Resources request, NodeState node) {
        long usedMilliCpu = node.allocatableMilliCpu() - node.freeMilliCpu();
        long usedMemory = node.allocatableMemory() - node.freeMemory();
        long with = balance(usedMilliCpu + request.milliCpu(), usedMemory + request.memory(), node);
        long without = balance(usedMilliCpu, usedMemory, node);
        long half = KubeSchedulerScoreScale.MAX / 2;
        return half + (half + with - without) / 2;
    }

    /**
     * Returns 100 less half the distance between the used shares in percents: the standard deviation of two numbers.
     */
    private static long balance(long milliCpu, long memory, NodeState node) {
        if (node.allocatableMilliCpu() == 0 || node.allocatableMemory() == 0) {
            return KubeSchedulerScoreScale.MAX;
        }
        double deviation =
                Math.abs((share(milliCpu, node.allocatableMilliCpu()) - share(memory, node.allocatableMemory())) / 2);
        return (long) ((1 - deviation) * KubeSchedulerScoreScale.MAX);
    }

    private static double share(long used, long all) {
        return Math.min(1, (double) used / all);
    }
}
