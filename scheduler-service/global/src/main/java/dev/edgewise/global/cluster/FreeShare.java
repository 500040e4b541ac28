package dev.edgewise.global.cluster;

import dev.edgewise.global.model.RankedResource;
import java.util.List;

/**
 * The free share of a cluster: what is free on nodes that take another pod, over what all its nodes have. Whether a
 * node has room for the pods of a request is decided by {@link PodSetFitCounter}.
 */
public final class FreeShare {
    private FreeShare() {}

    /**
     * Returns the share, 0 to 1; NaN if the cluster has none of the resource. GPUs count in {@code ALL} for pods that
     * need them.
     */
    public static double share(ClusterCapacity capacity, RankedResource resource, List<PodShape> shapes) {
        double cpu = share(capacity.free().milliCpu(), capacity.allocatable().milliCpu());
        double memory = share(capacity.free().bytes(), capacity.allocatable().bytes());
        double gpu = share(capacity.free().gpus(), capacity.allocatable().gpus());
        boolean needsGpu = shapes.stream().anyMatch(shape -> shape.gpus() > 0);
        return switch (resource) {
            case CPU -> cpu;
            case MEMORY -> memory;
            case GPU -> gpu;
            case ALL -> needsGpu ? (cpu + memory + gpu) / 3 : (cpu + memory) / 2;
        };
    }

    private static double share(long free, long allocatable) {
        return allocatable == 0 ? Double.NaN : (double) free / allocatable;
    }
}
