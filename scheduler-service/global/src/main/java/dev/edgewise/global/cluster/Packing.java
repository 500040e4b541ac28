package dev.edgewise.global.cluster;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;

/** Places pods on a cluster's free capacity, of which only the nodes that were looked at are copied. */
final class Packing {
    private static final int FIRST_COPY = 64;

    private final ClusterCapacity original;
    private long[] milliCpu = {};
    private long[] bytes = {};
    private int[] pods = {};
    private int[] gpus = {};
    private long looks;

    Packing(ClusterCapacity original) {
        this.original = original;
    }

    /**
     * Places all pods of the shape, each on the first node that takes it.
     *
     * @param from the first node to look at: nodes before have refused a pod of this shape, and free capacity only
     *     shrinks
     * @return the first node to look at for the next pods of the shape; -1 if not all found a node
     */
    int place(PodShape shape, int from) {
        int left = shape.count();
        int node = from;
        while (left > 0 && node < original.nodes()) {
            if (node >= pods.length && !couldTake(node, shape)) {
                node++;
                continue;
            }
            copyUpTo(node);
            if (takes(node, shape)) {
                take(node, shape);
                left--;
            } else {
                node++;
            }
        }
        return left > 0 ? -1 : node;
    }

    /** Begins to place pods of the shape, each on the node with the most free CPU of those that take it. */
    Spread spread(PodShape shape) {
        copyUpTo(original.nodes() - 1);
        return new Spread(shape);
    }

    /**
     * A node in the order of free CPU, the most first.
     *
     * @param milliCpu free when it was looked at
     */
    private record FreeNode(long milliCpu, int node) implements Comparable<FreeNode> {
        @Override
        public int compareTo(FreeNode other) {
            int byCpu = Long.compare(other.milliCpu, milliCpu);
            return byCpu != 0 ? byCpu : Integer.compare(node, other.node);
        }
    }

    /**
     * Places sets of pods of one shape. Pods of other shapes may be placed between: free capacity only shrinks, so that
     * a node is looked at again when it comes first.
     */
    final class Spread {
        private final PodShape shape;
        private final PriorityQueue<FreeNode> mostFreeFirst;

        private Spread(PodShape shape) {
            this.shape = shape;
            List<FreeNode> takers = new ArrayList<>();
            for (int node = 0; node < pods.length; node++) {
                if (isTaker(node)) {
                    takers.add(new FreeNode(milliCpu[node], node));
                }
            }
            mostFreeFirst = new PriorityQueue<>(takers);
        }

        /**
         * Places as many pods as the shape has.
         *
         * @param placed the number of pods by node, to which these are added
         * @return whether all found a node
         */
        boolean place(int[] placed) {
            for (int pod = 0; pod < shape.count(); pod++) {
                int node = next();
                if (node < 0) {
                    return false;
                }
                take(node, shape);
                placed[node]++;
                offer(node);
            }
            return true;
        }

        /** Returns the node with the most free CPU, which is not in the queue any more; -1 if there is none. */
        private int next() {
            for (FreeNode first = mostFreeFirst.poll(); first != null; first = mostFreeFirst.poll()) {
                if (first.milliCpu() == milliCpu[first.node()] && isTaker(first.node())) {
                    return first.node();
                }
                offer(first.node());
            }
            return -1;
        }

        private void offer(int node) {
            if (isTaker(node)) {
                mostFreeFirst.add(new FreeNode(milliCpu[node], node));
            }
        }

        private boolean isTaker(int node) {
            looks++;
            return takes(node, shape);
        }
    }

    /** Returns how often it was looked whether a node takes a pod that is spread. */
    long looks() {
        return looks;
    }

    /** Returns what is left. */
    ClusterCapacity rest() {
        copy(original.nodes());
        return ClusterCapacity.of(milliCpu, bytes, pods, gpus, original.allocatable(), original.excluded());
    }

    private void copyUpTo(int node) {
        if (node >= pods.length) {
            copy(Math.min(original.nodes(), Math.max(FIRST_COPY, 2 * (node + 1))));
        }
    }

    private void copy(int size) {
        int from = pods.length;
        milliCpu = Arrays.copyOf(milliCpu, size);
        bytes = Arrays.copyOf(bytes, size);
        pods = Arrays.copyOf(pods, size);
        gpus = Arrays.copyOf(gpus, size);
        System.arraycopy(original.freeMilliCpu(), from, milliCpu, from, size - from);
        System.arraycopy(original.freeBytes(), from, bytes, from, size - from);
        System.arraycopy(original.freePods(), from, pods, from, size - from);
        System.arraycopy(original.freeGpus(), from, gpus, from, size - from);
    }

    /** Whether a node that was not copied yet takes a pod. */
    private boolean couldTake(int node, PodShape shape) {
        return original.freePods()[node] > 0
                && original.freeMilliCpu()[node] >= shape.milliCpu()
                && original.freeBytes()[node] >= shape.bytes()
                && original.freeGpus()[node] >= shape.gpus();
    }

    private boolean takes(int node, PodShape shape) {
        return pods[node] > 0
                && milliCpu[node] >= shape.milliCpu()
                && bytes[node] >= shape.bytes()
                && gpus[node] >= shape.gpus();
    }

    private void take(int node, PodShape shape) {
        pods[node]--;
        milliCpu[node] -= shape.milliCpu();
        bytes[node] -= shape.bytes();
        gpus[node] -= shape.gpus();
    }
}
