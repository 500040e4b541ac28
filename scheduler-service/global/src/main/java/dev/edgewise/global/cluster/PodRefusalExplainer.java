package dev.edgewise.global.cluster;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Says why the pods of a request do not fit in a cluster: how many find a node, and what each class of nodes lacks for
 * the next one.
 */
public final class PodRefusalExplainer {
    private static final List<String> RESOURCES = List.of("CPU", "memory", "GPUs", "places for pods");
    private static final int CPU = 1;
    private static final int MEMORY = 2;
    private static final int GPUS = 4;
    private static final int PLACES = 8;
    private static final long MEBIBYTE = 1 << 20;

    private PodRefusalExplainer() {}

    /**
     * Returns the text. The pods are placed as {@link PodSetFitCounter} places them, the largest first; and the first
     * size that does not fit as a whole is named.
     */
    public static String text(ClusterCapacity capacity, List<PodShape> shapes) {
        Packing packing = new Packing(capacity);
        ClusterCapacity left = capacity;
        for (PodShape shape : PodSetFitCounter.largestFirst(capacity, shapes)) {
            long fitting = fitting(left, shape);
            if (shape.count() > 0 && packing.place(shape, 0) < 0) {
                return text(fitting, packing.rest(), shape);
            }
            left = packing.rest();
        }
        return "its pods fit";
    }

    private static long fitting(ClusterCapacity capacity, PodShape shape) {
        long pods = 0;
        for (int node = 0; node < capacity.nodes(); node++) {
            pods += PodSetFitCounter.fitting(capacity, node, shape);
        }
        return pods;
    }

    /** @param rest what is left after as many pods of the shape were placed as find a node */
    private static String text(long fitting, ClusterCapacity rest, PodShape shape) {
        return "its pods do not fit: " + fitting + " of " + shape.count() + " pods of " + size(shape)
                + " find a node; of " + rest.nodes() + " nodes that take pods " + classes(rest, shape)
                + excluded(rest.excluded());
    }

    private static String size(PodShape shape) {
        String gpus = shape.gpus() == 0 ? "" : ", " + shape.gpus() + " GPUs";
        return String.format(Locale.ROOT, "%dm CPU, %d MiB%s", shape.milliCpu(), shape.bytes() / MEBIBYTE, gpus);
    }

    private static String classes(ClusterCapacity rest, PodShape shape) {
        Map<Integer, Integer> counts = new TreeMap<>();
        for (int node = 0; node < rest.nodes(); node++) {
            counts.merge(lacking(rest, node, shape), 1, Integer::sum);
        }
        if (counts.isEmpty()) {
            return "there is none";
        }
        return counts.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(each -> each.getValue() + " lack " + names(each.getKey()))
                .collect(Collectors.joining(", "));
    }

    private static int lacking(ClusterCapacity rest, int node, PodShape shape) {
        return (rest.freeMilliCpu()[node] < shape.milliCpu() ? CPU : 0)
                | (rest.freeBytes()[node] < shape.bytes() ? MEMORY : 0)
                | (rest.freeGpus()[node] < shape.gpus() ? GPUS : 0)
                | (rest.freePods()[node] <= 0 ? PLACES : 0);
    }

    private static String names(int lacking) {
        List<String> names = new ArrayList<>();
        for (int index = 0; index < RESOURCES.size(); index++) {
            if ((lacking & 1 << index) != 0) {
                names.add(RESOURCES.get(index));
            }
        }
        return String.join(" and ", names);
    }

    private static String excluded(ClusterCapacity.Excluded excluded) {
        if (excluded.nodes() == 0) {
            return "";
        }
        List<String> causes = new ArrayList<>();
        add(causes, excluded.notReady(), "not ready");
        add(causes, excluded.cordoned(), "cordoned");
        add(causes, excluded.tainted(), "tainted");
        return "; " + excluded.nodes() + " more take no pods: " + String.join(", ", causes);
    }

    private static void add(List<String> causes, int count, String cause) {
        if (count > 0) {
            causes.add(count + " " + cause);
        }
    }
}
