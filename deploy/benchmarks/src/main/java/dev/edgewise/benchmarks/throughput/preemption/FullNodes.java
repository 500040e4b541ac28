package dev.edgewise.benchmarks.throughput.preemption;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.load.BenchmarkLoad;
import dev.edgewise.benchmarks.throughput.load.PlacedPod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The nodes of a load, filled up by pods of low priority that are created with their node; and urgent pods, each of
 * which needs the capacity of three of them. There is no kubelet: pods have no grace period, so an eviction is done at
 * once.
 */
public final class FullNodes implements AutoCloseable {
    /** Number of pods of low priority that have to leave for an urgent one. */
    public static final int VICTIMS = 3;

    private static final String CLASSES = "/apis/scheduling.k8s.io/v1/priorityclasses";
    private static final String CLASS = "edgewise-benchmark-%d";
    private static final List<Integer> LOW = List.of(10, 20, 30);
    private static final int HIGH = 1000;
    private static final int NODE_MILLI_CPU = 32_000;
    private static final String POD = "{\"metadata\":{\"name\":\"%s\"},\"spec\":{%s\"priorityClassName\":\"%s\","
            + "\"automountServiceAccountToken\":false,\"terminationGracePeriodSeconds\":0,"
            + "\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/app:1\","
            + "\"resources\":{\"requests\":{\"cpu\":\"%dm\",\"memory\":\"128Mi\"}}}]}}";

    private final ClusterApi api;
    private final BenchmarkLoad load;
    private final int podsPerNode;

    /** A pod of low priority, and where it belongs. */
    private record Filler(String name, String node, int priority) {}

    public FullNodes(ClusterApi api, BenchmarkLoad load, int podsPerNode) {
        this.api = api;
        this.load = load;
        this.podsPerNode = podsPerNode;
    }

    /** Creates priority classes and all pods of low priority. */
    public void create() throws IOException, InterruptedException {
        for (int priority : priorities()) {
            api.createIfAbsent(
                    CLASSES,
                    String.format(Locale.ROOT, "{\"metadata\":{\"name\":\"" + CLASS + "\"},\"value\":%1$d}", priority));
        }
        fill(fillers());
    }

    /** Puts back what was evicted; how many that were. */
    public int refill(List<String> urgent) throws IOException, InterruptedException {
        load.deletePods(urgent);
        Set<String> present = new HashSet<>();
        load.pods().forEach(pod -> present.add(pod.name()));
        List<Filler> missing = fillers().stream()
                .filter(filler -> !present.contains(filler.name()))
                .toList();
        fill(missing);
        return missing.size();
    }

    /** Creates pods that need room; their names. */
    public List<String> createUrgent(String prefix, int count, String scheduler)
            throws IOException, InterruptedException {
        List<String> names =
                IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
        String chosen = "\"schedulerName\":\"" + scheduler + "\",";
        api.each(names, name -> api.create(BenchmarkLoad.PODS, pod(name, chosen, HIGH, urgentMilliCpu())));
        return names;
    }

    /** Returns violations of the current placements; empty if there are none. */
    public List<String> violations(List<String> urgent) throws IOException {
        List<String> violations = new ArrayList<>();
        Set<String> missing = new HashSet<>(urgent);
        Map<String, Integer> used = new HashMap<>();
        for (PlacedPod pod : load.pods()) {
            boolean isUrgent = missing.remove(pod.name());
            if (pod.node().isEmpty()) {
                violations.add("pod " + pod.name() + " is not bound");
            }
            used.merge(pod.node(), isUrgent ? urgentMilliCpu() : fillerMilliCpu(), Integer::sum);
        }
        missing.forEach(name -> violations.add("pod " + name + " is gone"));
        used.forEach((node, milliCpu) -> {
            if (milliCpu > NODE_MILLI_CPU) {
                violations.add("node " + node + " has " + milliCpu + "m requested of " + NODE_MILLI_CPU + "m");
            }
        });
        return violations;
    }

    @Override
    public void close() throws IOException {
        for (int priority : priorities()) {
            api.deleteIfPresent(CLASSES + "/" + String.format(Locale.ROOT, CLASS, priority));
        }
    }

    private void fill(List<Filler> fillers) throws IOException, InterruptedException {
        api.each(fillers, filler -> {
            String bound = "\"nodeName\":\"" + filler.node() + "\",";
            api.create(BenchmarkLoad.PODS, pod(filler.name(), bound, filler.priority(), fillerMilliCpu()));
        });
    }

    private List<Filler> fillers() {
        List<Filler> fillers = new ArrayList<>();
        for (int i = 0; i < podsPerNode; i++) {
            for (String node : load.nodes()) {
                fillers.add(new Filler("low-" + node + "-" + i, node, LOW.get(i % LOW.size())));
            }
        }
        return fillers;
    }

    private static String pod(String name, String placement, int priority, int milliCpu) {
        String priorityClass = String.format(Locale.ROOT, CLASS, priority);
        return String.format(Locale.ROOT, POD, name, placement, priorityClass, milliCpu);
    }

    private int fillerMilliCpu() {
        return NODE_MILLI_CPU / podsPerNode;
    }

    private int urgentMilliCpu() {
        return VICTIMS * fillerMilliCpu();
    }

    private static List<Integer> priorities() {
        List<Integer> all = new ArrayList<>(LOW);
        all.add(HIGH);
        return all;
    }
}
