package dev.edgewise.scheduler.plugins.griffin;

import dev.edgewise.scheduler.model.Resources;
import dev.edgewise.scheduler.state.NodeState;
import org.jspecify.annotations.Nullable;

/** A resource whose free share ranks nodes. What pods request counts as used. */
enum AvailableResource {
    ALL(""),
    CPU("-cpu"),
    MEMORY("-memory"),
    GPU("-gpu");

    static final String GPU_NAME = "nvidia.com/gpu";

    /** The weight of free GPUs for pods that need one, as in the prototype: as much as CPU and memory together. */
    private static final int GPU_WEIGHT = 2;

    private final String end;

    AvailableResource(String end) {
        this.end = end;
    }

    /**
     * Returns the resource of a value of the annotation {@code edgewise.dev/placement} that begins so; null if it names
     * none.
     */
    static @Nullable AvailableResource ofPlacement(String begin, String placement) {
        for (AvailableResource resource : values()) {
            if (placement.equals(begin + resource.end)) {
                return resource;
            }
        }
        return null;
    }

    /**
     * Returns the free share of the node before the pod is placed, 0 to 1.
     *
     * @param needsGpu whether the pod requests a GPU, which then counts in {@link #ALL}
     */
    double freeShare(NodeState node, boolean needsGpu) {
        Resources all = node.node().allocatable();
        Resources used = node.requestedAmounts();
        double cpu = share(all.milliCpu(), used.milliCpu());
        double memory = share(all.memory(), used.memory());
        double gpu = share(all.scalar(GPU_NAME), all.scalar(GPU_NAME) - node.freeScalar(GPU_NAME));
        return switch (this) {
            case CPU -> cpu;
            case MEMORY -> memory;
            case GPU -> gpu;
            case ALL -> needsGpu ? (cpu + memory + GPU_WEIGHT * gpu) / (2 + GPU_WEIGHT) : (cpu + memory) / 2;
        };
    }

    private static double share(long all, long used) {
        return all <= 0 ? 0 : Math.max(0, all - used) / (double) all;
    }
}
