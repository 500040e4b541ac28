package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/**
 * Prefers the nodes with the largest free share of CPU and memory, and of GPUs for pods that need one; or those with
 * the smallest, for pods that ask for the most requested nodes, so that others become empty. The prototype calls the
 * first one most requested.
 */
public final class MostAvailableResourcesScore implements Score {
    public static final String NAME = "MostAvailable";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        PodRankingAnnotations ranking = PodRankingAnnotations.of(pod);
        AvailableResource resource = ranking.available();
        if (resource == null) {
            return NOTHING;
        }
        boolean needsGpu = pod.spec().requests().needed().scalar(AvailableResource.GPU_NAME) > 0;
        return nodes.stream()
                .mapToDouble(node -> resource.freeShare(node, needsGpu))
                .map(free -> ranking.isFullestFirst() ? 1 - free : free)
                .toArray();
    }
}
