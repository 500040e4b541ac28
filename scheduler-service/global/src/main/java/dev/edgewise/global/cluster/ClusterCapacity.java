package dev.edgewise.global.cluster;

/**
 * The free capacity of each node of a cluster, as primitive columns: a hundred clusters of 5,000 nodes take 12 MB.
 * Index i of all columns is one node. Nodes that take no pods (cordoned, not ready, tainted without toleration by
 * ordinary pods) are left out.
 *
 * @param freeMilliCpu in thousandths of a CPU, not below 0
 * @param freeBytes memory, not below 0
 * @param freePods how many more pods the node takes
 * @param freeGpus whole devices {@code nvidia.com/gpu}
 * @param allocatable sums over all nodes
 * @param free sums over the nodes that take another pod
 * @param excluded the nodes that are left out
 */
public record ClusterCapacity(
        long[] freeMilliCpu,
        long[] freeBytes,
        int[] freePods,
        int[] freeGpus,
        Sums allocatable,
        Sums free,
        Excluded excluded) {
    /** Amounts of several nodes together. */
    public record Sums(long milliCpu, long bytes, long gpus) {}

    /**
     * The numbers of nodes that take no pods, each counted once, by the first cause that holds.
     *
     * @param tainted with {@code NoSchedule} or {@code NoExecute}
     */
    public record Excluded(int notReady, int cordoned, int tainted) {
        public static final Excluded NONE = new Excluded(0, 0, 0);

        public int nodes() {
            return notReady + cordoned + tainted;
        }
    }

    /** Makes the capacity of a cluster all of whose nodes take pods. */
    public ClusterCapacity(
            long[] freeMilliCpu, long[] freeBytes, int[] freePods, int[] freeGpus, Sums allocatable, Sums free) {
        this(freeMilliCpu, freeBytes, freePods, freeGpus, allocatable, free, Excluded.NONE);
    }

    /** Returns the capacity with these columns, which are not copied. */
    static ClusterCapacity of(
            long[] freeMilliCpu,
            long[] freeBytes,
            int[] freePods,
            int[] freeGpus,
            Sums allocatable,
            Excluded excluded) {
        long cpu = 0;
        long bytes = 0;
        long gpus = 0;
        for (int node = 0; node < freePods.length; node++) {
            if (freePods[node] > 0) {
                cpu += freeMilliCpu[node];
                bytes += freeBytes[node];
                gpus += freeGpus[node];
            }
        }
        return new ClusterCapacity(
                freeMilliCpu, freeBytes, freePods, freeGpus, allocatable, new Sums(cpu, bytes, gpus), excluded);
    }

    public int nodes() {
        return freePods.length;
    }
}
