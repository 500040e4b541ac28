package dev.edgewise.global.cluster;

/** Places pods on a copy of a cluster's free capacity. */
final class Packing {
    private final ClusterCapacity capacity;

    Packing(ClusterCapacity original) {
        capacity = new ClusterCapacity(
                original.freeMilliCpu().clone(),
                original.freeBytes().clone(),
                original.freePods().clone(),
                original.freeGpus().clone(),
                original.allocatableMilliCpu(),
                original.allocatableBytes(),
                original.allocatableGpus());
    }

    /**
     * Places all pods of the shape, each on the first node that takes it.
     *
     * @param from the first node to look at: nodes before have refused a pod of this shape, and free capacity only shrinks
     * @return the first node to look at for the next pods of the shape; -1 if not all found a node
     */
    int place(PodShape shape, int from) {
        int left = shape.count();
        int node = from;
        while (left > 0 && node < capacity.nodes()) {
            if (takes(node, shape)) {
                take(node, shape);
                left--;
            } else {
                node++;
            }
        }
        return left > 0 ? -1 : node;
    }

    ClusterCapacity rest() {
        return capacity;
    }

    private boolean takes(int node, PodShape shape) {
        return capacity.freePods()[node] > 0
                && capacity.freeMilliCpu()[node] >= shape.milliCpu()
                && capacity.freeBytes()[node] >= shape.bytes()
                && capacity.freeGpus()[node] >= shape.gpus();
    }

    private void take(int node, PodShape shape) {
        capacity.freePods()[node]--;
        capacity.freeMilliCpu()[node] -= shape.milliCpu();
        capacity.freeBytes()[node] -= shape.bytes();
        capacity.freeGpus()[node] -= shape.gpus();
    }
}
