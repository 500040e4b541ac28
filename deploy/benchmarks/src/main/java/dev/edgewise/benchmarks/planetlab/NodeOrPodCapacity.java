package dev.edgewise.benchmarks.planetlab;

/**
 * Capacity of a node, or request of a pod.
 *
 * @param milliCpu thousandths of a core
 * @param memory bytes
 * @param pods how many pods; 1 for a pod
 */
record NodeOrPodCapacity(long milliCpu, long memory, long pods) {
    NodeOrPodCapacity minus(NodeOrPodCapacity taken) {
        return new NodeOrPodCapacity(milliCpu - taken.milliCpu, memory - taken.memory, pods - taken.pods);
    }

    boolean holds(NodeOrPodCapacity wanted) {
        return milliCpu >= wanted.milliCpu && memory >= wanted.memory && pods >= wanted.pods;
    }

    boolean isOverdrawn() {
        return milliCpu < 0 || memory < 0 || pods < 0;
    }
}
