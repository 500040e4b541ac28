package dev.edgewise.global.cluster;

import java.util.Comparator;
import java.util.List;

/**
 * Counts how many times all pods of a request fit on the nodes of a cluster. Nodes are looked at one by one: the free
 * capacity of a whole cluster may be many times what its largest hole takes.
 */
public final class PodSetFitCounter {
    /** More sets than that are not counted. */
    public static final int MOST_SETS = 100;

    private PodSetFitCounter() {}

    /** Returns the number of sets, 0 to {@link #MOST_SETS}. A request without pods fits everywhere. */
    public static int sets(ClusterCapacity capacity, List<PodShape> shapes) {
        List<PodShape> needed =
                shapes.stream().filter(shape -> shape.count() > 0).toList();
        if (needed.isEmpty()) {
            return MOST_SETS;
        }
        return needed.size() == 1 ? setsOfOne(capacity, needed.get(0)) : setsOfSeveral(capacity, needed);
    }

    /** Counts exactly, in one pass over the nodes that ends as soon as enough is found. */
    private static int setsOfOne(ClusterCapacity capacity, PodShape shape) {
        long enough = (long) MOST_SETS * shape.count();
        long pods = 0;
        for (int node = 0; node < capacity.nodes() && pods < enough; node++) {
            pods += fitting(capacity, node, shape);
        }
        return (int) Math.min(MOST_SETS, pods / shape.count());
    }

    static long fitting(ClusterCapacity capacity, int node, PodShape shape) {
        long pods = capacity.freePods()[node];
        long milliCpu = capacity.freeMilliCpu()[node];
        long bytes = capacity.freeBytes()[node];
        int gpus = capacity.freeGpus()[node];
        if (pods == 0 || milliCpu < shape.milliCpu() || bytes < shape.bytes() || gpus < shape.gpus()) {
            return 0;
        }
        if (shape.milliCpu() > 0) {
            pods = Math.min(pods, milliCpu / shape.milliCpu());
        }
        if (shape.bytes() > 0) {
            pods = Math.min(pods, bytes / shape.bytes());
        }
        return shape.gpus() > 0 ? Math.min(pods, gpus / shape.gpus()) : pods;
    }

    /**
     * Places set after set, in each the largest pods first, each pod on the first node that takes it. A lower bound, as
     * the best packing is not searched for.
     */
    private static int setsOfSeveral(ClusterCapacity capacity, List<PodShape> shapes) {
        Packing packing = new Packing(capacity);
        List<PodShape> largestFirst = largestFirst(capacity, shapes);
        int[] from = new int[largestFirst.size()];
        for (int sets = 0; sets < MOST_SETS; sets++) {
            for (int shape = 0; shape < from.length; shape++) {
                from[shape] = packing.place(largestFirst.get(shape), from[shape]);
                if (from[shape] < 0) {
                    return sets;
                }
            }
        }
        return MOST_SETS;
    }

    /** Returns the shapes by the largest share of a mean node that one pod takes. */
    static List<PodShape> largestFirst(ClusterCapacity capacity, List<PodShape> shapes) {
        double cpu = Math.max(1, capacity.allocatable().milliCpu());
        double memory = Math.max(1, capacity.allocatable().bytes());
        double gpus = Math.max(1, capacity.allocatable().gpus());
        Comparator<PodShape> bySize = Comparator.comparingDouble(
                shape -> Math.max(shape.gpus() / gpus, Math.max(shape.milliCpu() / cpu, shape.bytes() / memory)));
        return shapes.stream().sorted(bySize.reversed()).toList();
    }
}
