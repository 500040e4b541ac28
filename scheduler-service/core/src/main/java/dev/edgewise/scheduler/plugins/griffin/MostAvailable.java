package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.scheduler.framework.Score;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.state.NodeState;
import dev.edgewise.scheduler.state.Snapshot;
import java.util.List;

/** Prefers the nodes with the largest free share of CPU and memory, and of GPUs for pods that need one. The prototype calls this most requested. */
public final class MostAvailable implements Score {
    public static final String NAME = "MostAvailable";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public double[] score(Pod pod, Snapshot snapshot, List<NodeState> nodes) {
        AvailableResource resource = AnnotatedRanking.of(pod).available();
        if (resource == null) {
            return NOTHING;
        }
        boolean needsGpu = pod.spec().requests().needed().scalar(AvailableResource.GPU_NAME) > 0;
        return nodes.stream()
                .mapToDouble(node -> resource.freeShare(node, needsGpu))
                .toArray();
    }
}
