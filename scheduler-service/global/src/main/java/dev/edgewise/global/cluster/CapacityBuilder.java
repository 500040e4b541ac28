package dev.edgewise.global.cluster;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Builds the capacity of a cluster from its nodes and pods, which may come one by one and in any order: only sums by
 * node are kept.
 */
public final class CapacityBuilder {
    /**
     * A node as its API server has it.
     *
     * @param takesPods whether it is ready, not cordoned, and without a taint {@code NoSchedule} or {@code NoExecute}
     * @param milliCpu allocatable, in thousandths of a CPU
     * @param bytes allocatable memory
     * @param pods how many pods it takes in all
     * @param gpus allocatable devices {@code nvidia.com/gpu}
     */
    public record NodeValues(String name, boolean takesPods, long milliCpu, long bytes, int pods, int gpus) {}

    /** The cause why a node takes no pods. */
    public enum Exclusion {
        NOT_READY,
        CORDONED,
        TAINTED
    }

    private static final class Used {
        private long milliCpu;
        private long bytes;
        private int pods;
        private long gpus;
    }

    private final List<NodeValues> nodes = new ArrayList<>();
    private final Map<String, Used> used = new HashMap<>();
    private final int[] excluded = new int[Exclusion.values().length];

    /** Adds a node. One that takes no pods is left out. */
    public CapacityBuilder node(NodeValues node) {
        if (node.takesPods()) {
            nodes.add(node);
        }
        return this;
    }

    /** Counts a node that takes no pods. */
    public CapacityBuilder excluded(Exclusion cause) {
        excluded[cause.ordinal()]++;
        return this;
    }

    /**
     * Adds a pod.
     *
     * @param node its node; one without a node, empty, counts nowhere
     * @param finished whether it has succeeded or failed: such a pod uses nothing
     */
    public CapacityBuilder pod(String node, boolean finished, long milliCpu, long bytes, int gpus) {
        if (!finished && !node.isEmpty()) {
            Used sums = used.computeIfAbsent(node, none -> new Used());
            sums.milliCpu += milliCpu;
            sums.bytes += bytes;
            sums.gpus += gpus;
            sums.pods++;
        }
        return this;
    }

    public ClusterCapacity build() {
        int size = nodes.size();
        long[] cpu = new long[size];
        long[] bytes = new long[size];
        int[] pods = new int[size];
        int[] gpus = new int[size];
        long allCpu = 0;
        long allBytes = 0;
        long allGpus = 0;
        Used none = new Used();
        for (int index = 0; index < size; index++) {
            NodeValues node = nodes.get(index);
            Used sums = used.getOrDefault(node.name(), none);
            cpu[index] = Math.max(0, node.milliCpu() - sums.milliCpu);
            bytes[index] = Math.max(0, node.bytes() - sums.bytes);
            pods[index] = Math.max(0, node.pods() - sums.pods);
            gpus[index] = (int) Math.max(0, node.gpus() - sums.gpus);
            allCpu += node.milliCpu();
            allBytes += node.bytes();
            allGpus += node.gpus();
        }
        ClusterCapacity.Sums allocatable = new ClusterCapacity.Sums(allCpu, allBytes, allGpus);
        return ClusterCapacity.of(cpu, bytes, pods, gpus, allocatable, leftOut());
    }

    private ClusterCapacity.Excluded leftOut() {
        return new ClusterCapacity.Excluded(
                excluded[Exclusion.NOT_READY.ordinal()],
                excluded[Exclusion.CORDONED.ordinal()],
                excluded[Exclusion.TAINTED.ordinal()]);
    }
}
