package dev.edgewise.benchmarks.planetlab;

/**
 * Capacity of a node, or request of a pod.
 *
 * @param milliCpu thousandths of a core
 * @param memory bytes
 * @param pods how many pods; 1 for a pod
 */
record RequestedCapacity(long milliCpu, long memory, long pods) {
    RequestedCapacity minus(RequestedCapacity taken) {
        return new RequestedCapacity(milliCpu - taken.milliCpu, memory - taken.memory, pods - taken.pods);
    }

    boolean holds(RequestedCapacity wanted) {
        return milliCpu >= wanted.milliCpu && memory >= wanted.memory && pods >= wanted.pods;
    }

    boolean isOverdrawn() {
        return milliCpu < 0 || memory < 0 || pods < 0;
    }
}
