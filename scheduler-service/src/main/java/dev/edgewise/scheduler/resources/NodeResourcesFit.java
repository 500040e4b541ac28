package dev.edgewise.scheduler.resources;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import java.util.Set;

/**
 * Keeps pods off nodes without room for them. A resource of which the pod requests nothing is not looked at, even where
 * the node is overcommitted; the number of pods always is.
 */
public final class NodeResourcesFit implements Filter {
    public static final String NAME = "NodeResourcesFit";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public NodeCheck prepare(Pod pod, Snapshot snapshot) {
        Resources request = pod.spec().requests().needed();
        Shortages shortages = new Shortages(request);
        return node -> fits(request, node) ? null : shortages.on(node);
    }

    @Override
    public Set<ClusterEvent> wokenBy() {
        return Set.of(ClusterEvent.NODE_ADDED, ClusterEvent.NODE_CHANGED, ClusterEvent.POD_REMOVED);
    }

    private static boolean fits(Resources request, NodeState node) {
        return node.freePods() > 0
                && fits(request.milliCpu(), node.freeMilliCpu())
                && fits(request.memory(), node.freeMemory())
                && fits(request.ephemeralStorage(), node.freeEphemeralStorage())
                && (request.scalars().isEmpty() || fitsScalars(request, node));
    }

    static boolean fits(long request, long free) {
        return request <= free || request == 0;
    }

    private static boolean fitsScalars(Resources request, NodeState node) {
        for (var scalar : request.scalars().entrySet()) {
            if (!fits(scalar.getValue(), node.freeScalar(scalar.getKey()))) {
                return false;
            }
        }
        return true;
    }
}
