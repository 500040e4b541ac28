package dev.edgewise.scheduler.resources;

import dev.edgewise.scheduler.cluster.NodeState;
import dev.edgewise.scheduler.cluster.Snapshot;
import dev.edgewise.scheduler.model.Pod;
import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.pipeline.ClusterEvent;
import dev.edgewise.scheduler.pipeline.Filter;
import dev.edgewise.scheduler.pipeline.NodeCheck;
import java.util.Set;
import org.jspecify.annotations.Nullable;

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
        Resources allocatable = node.node().allocatable();
        Resources used = node.requested();
        return node.pods().size() < node.node().maxPods()
                && fits(request.milliCpu(), allocatable.milliCpu(), used.milliCpu())
                && fits(request.memory(), allocatable.memory(), used.memory())
                && fits(request.ephemeralStorage(), allocatable.ephemeralStorage(), used.ephemeralStorage())
                && (request.scalars().isEmpty() || firstMissingScalar(request, node) == null);
    }

    static boolean fits(long request, long allocatable, long used) {
        return request == 0 || request <= allocatable - used;
    }

    private static @Nullable String firstMissingScalar(Resources request, NodeState node) {
        for (var scalar : request.scalars().entrySet()) {
            String name = scalar.getKey();
            if (!fits(
                    scalar.getValue(),
                    node.node().allocatable().scalar(name),
                    node.requested().scalar(name))) {
                return name;
            }
        }
        return null;
    }
}
