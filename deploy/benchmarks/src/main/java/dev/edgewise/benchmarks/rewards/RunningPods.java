package dev.edgewise.benchmarks.rewards;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.OwnNamespace;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.stream.IntStream;

/**
 * Pods of many types of some namespaces that run on nodes as chance will have it, the same at each run; every fiftieth
 * has failed once. Closing removes them.
 */
final class RunningPods implements AutoCloseable {
    static final int PODS_OF_A_TYPE = 500;
    /** Number of namespaces; the rewards that are learned of one are bounded. */
    private static final int NAMESPACES = 10;

    private static final int ONE_FAILED_IN = 50;

    private static final String POD = "{\"metadata\":{\"name\":\"%s\",\"labels\":{\"app\":\"%s\"}},"
            + "\"spec\":{\"nodeName\":\"%s\",\"automountServiceAccountToken\":false,\"terminationGracePeriodSeconds\":0,"
            + "\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/app:1\","
            + "\"resources\":{\"requests\":{\"cpu\":\"100m\",\"memory\":\"128Mi\"}}}]}}";
    private static final String STATUS = "{\"status\":{\"phase\":\"Running\",\"startTime\":\"%1$s\",\"conditions\":["
            + "{\"type\":\"PodScheduled\",\"status\":\"True\",\"lastTransitionTime\":\"%1$s\"},"
            + "{\"type\":\"Initialized\",\"status\":\"True\",\"lastTransitionTime\":\"%1$s\"},"
            + "{\"type\":\"ContainersReady\",\"status\":\"True\",\"lastTransitionTime\":\"%1$s\"},"
            + "{\"type\":\"Ready\",\"status\":\"True\",\"lastTransitionTime\":\"%1$s\"}],"
            + "\"containerStatuses\":[{\"name\":\"main\",\"ready\":true,\"started\":true,\"restartCount\":%2$d,"
            + "\"image\":\"registry.example/app:1\",\"imageID\":\"\","
            + "\"state\":{\"running\":{\"startedAt\":\"%1$s\"}},\"lastState\":%3$s}]}}";
    private static final String FAILED =
            "{\"terminated\":{\"exitCode\":1,\"reason\":\"Error\",\"startedAt\":\"%s\"," + "\"finishedAt\":\"%s\"}}";

    private final ClusterApi api;
    private final List<String> nodes;
    private final List<OwnNamespace> namespaces;

    RunningPods(ClusterApi api, List<String> nodes) {
        this.api = api;
        this.nodes = nodes;
        this.namespaces = IntStream.range(0, NAMESPACES)
                .mapToObj(i -> new OwnNamespace(api, "edgewise-benchmark-rewards-" + i))
                .toList();
    }

    /** Creates them, after those that an interrupted run left are removed. */
    void create(int count) throws IOException, InterruptedException {
        for (OwnNamespace namespace : namespaces) {
            namespace.create();
        }
        int[] hosts = new Random(1).ints(count, 0, nodes.size()).toArray();
        Instant now = Instant.now().truncatedTo(ChronoUnit.SECONDS);
        List<Integer> numbers = IntStream.range(0, count).boxed().toList();
        api.each(numbers, i -> {
            int type = i / PODS_OF_A_TYPE;
            String pods = namespaces.get(type % NAMESPACES).pods();
            api.create(pods, text(POD, "pod-" + i, "app-" + type, nodes.get(hosts[i])));
            api.patch(pods + "/pod-" + i + "/status", status(i, now));
        });
    }

    @Override
    public void close() throws IOException {
        for (OwnNamespace namespace : namespaces) {
            namespace.close();
        }
    }

    /** Number of types among this many pods. */
    static int types(int pods) {
        return (pods + PODS_OF_A_TYPE - 1) / PODS_OF_A_TYPE;
    }

    private static String status(int number, Instant now) {
        boolean failed = number % ONE_FAILED_IN == 0;
        String last = failed ? text(FAILED, now.minusSeconds(60), now.minusSeconds(1)) : "{}";
        return text(STATUS, now, failed ? 1 : 0, last);
    }

    private static String text(String format, Object... values) {
        return String.format(Locale.ROOT, format, values);
    }
}
