package dev.edgewise.global.cluster;

import dev.edgewise.global.model.RankedResource;
import java.util.List;

/**
 * The free share of a cluster: what is free on nodes that take at least one of the pods, over what all its nodes have. Free capacity in holes that are too
 * small
 * for the pods does not count.
 */
public final class Availability {
    private Availability() {}

    /** Returns the share, 0 to 1; NaN if the cluster has none of the resource. */
    public static double share(ClusterCapacity capacity, RankedResource resource, List<PodShape> shapes) {
        double cpu = 0;
        double bytes = 0;
        double gpus = 0;
        for (int node = 0; node < capacity.nodes(); node++) {
            if (takesAny(capacity, node, shapes)) {
                cpu += capacity.freeMilliCpu()[node];
                bytes += capacity.freeBytes()[node];
                gpus += capacity.freeGpus()[node];
            }
        }
        double cpuShare = share(cpu, capacity.allocatableMilliCpu());
        double memoryShare = share(bytes, capacity.allocatableBytes());
        double gpuShare = share(gpus, capacity.allocatableGpus());
        return switch (resource) {
            case CPU -> cpuShare;
            case MEMORY -> memoryShare;
            case GPU -> gpuShare;
            case ALL -> all(cpuShare, memoryShare, gpuShare, shapes);
        };
    }

    /** GPUs count only for pods that need them. */
    private static double all(double cpu, double memory, double gpu, List<PodShape> shapes) {
        boolean needsGpu = shapes.stream().anyMatch(shape -> shape.gpus() > 0);
        return needsGpu ? (cpu + memory + gpu) / 3 : (cpu + memory) / 2;
    }

    private static double share(double free, long allocatable) {
        return allocatable == 0 ? Double.NaN : free / allocatable;
    }

    private static boolean takesAny(ClusterCapacity capacity, int node, List<PodShape> shapes) {
        if (capacity.freePods()[node] == 0) {
            return false;
        }
        for (PodShape shape : shapes) {
            if (capacity.freeMilliCpu()[node] >= shape.milliCpu()
                    && capacity.freeBytes()[node] >= shape.bytes()
                    && capacity.freeGpus()[node] >= shape.gpus()) {
                return true;
            }
        }
        return shapes.isEmpty();
    }
}
