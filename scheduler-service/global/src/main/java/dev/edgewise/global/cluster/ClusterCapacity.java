package dev.edgewise.global.cluster;

/**
 * How much is free on each node of a cluster, as primitive columns: a hundred clusters of 5,000 nodes take 12 MB. Index i of all columns is one node. Nodes that
 * take no pods (cordoned, not ready, tainted without toleration by ordinary pods) are left out.
 *
 * @param freeMilliCpu in thousandths of a CPU, not below 0
 * @param freeBytes memory, not below 0
 * @param freePods how many more pods the node takes
 * @param freeGpus whole devices {@code nvidia.com/gpu}
 * @param allocatableMilliCpu sum over the nodes
 * @param allocatableBytes sum over the nodes
 * @param allocatableGpus sum over the nodes
 */
public record ClusterCapacity(
        long[] freeMilliCpu,
        long[] freeBytes,
        int[] freePods,
        int[] freeGpus,
        long allocatableMilliCpu,
        long allocatableBytes,
        long allocatableGpus) {
    public int nodes() {
        return freePods.length;
    }
}
