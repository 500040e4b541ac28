package dev.edgewise.benchmarks.throughput.load;

import java.util.Locale;

/**
 * Nodes and pods as JSON. A node has as many pods as a kubelet takes by default; a pod is so small that this is what
 * limits a node.
 */
public final class LoadObjects {
    /** Number of the pods that fit on a node: 110 of 100m and 128Mi are 11 cores and 14 GiB of its 32 and 64. */
    public static final int PODS_PER_NODE = 110;

    /** Marks the nodes of this benchmark. */
    static final String MARK = "edgewise.dev/benchmark=throughput";

    private static final int ZONES = 10;
    private static final String NODE =
            "{\"metadata\":{\"name\":\"%1$s\",\"labels\":{\"edgewise.dev/benchmark\":\"throughput\","
                    + "\"kubernetes.io/hostname\":\"%1$s\",\"topology.kubernetes.io/region\":\"edge\","
                    + "\"topology.kubernetes.io/zone\":\"zone-%2$d\"}},"
                    + "\"status\":{\"capacity\":%3$s,\"allocatable\":%3$s,"
                    + "\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"reason\":\"Simulated\"}]}}";
    private static final String RESOURCES = "{\"cpu\":\"32\",\"memory\":\"64Gi\",\"pods\":\"" + PODS_PER_NODE + "\"}";
    private static final String POD =
            "{\"metadata\":{\"name\":\"%s\",\"labels\":%s},\"spec\":{\"schedulerName\":\"%s\","
                    + "\"automountServiceAccountToken\":false,\"terminationGracePeriodSeconds\":0,"
                    + "\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/app:1\","
                    + "\"resources\":{\"requests\":{\"cpu\":\"100m\",\"memory\":\"128Mi\"}}}]}}";

    private LoadObjects() {}

    static String node(String name, int number) {
        return String.format(Locale.ROOT, NODE, name, number % ZONES, RESOURCES);
    }

    /** @param labels as JSON */
    static String pod(String name, String scheduler, String labels) {
        return String.format(Locale.ROOT, POD, name, labels, scheduler);
    }
}
