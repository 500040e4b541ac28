package dev.edgewise.benchmarks.throughput.callers;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Workloads with a running pod on each node, as DaemonSets have. Closing removes them. */
public final class Everywhere implements AutoCloseable {
    private static final String NAMESPACE = "edgewise-benchmark-explain";
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String PODS = NAMESPACES + "/" + NAMESPACE + "/pods";

    private final ClusterApi api;
    private final List<String> workloads;
    private final List<String> nodes;

    public Everywhere(ClusterApi api, int workloads, List<String> nodes) {
        this.api = api;
        this.workloads =
                IntStream.range(0, workloads).mapToObj(i -> "everywhere-" + i).toList();
        this.nodes = List.copyOf(nodes);
    }

    /** Creates them, after it removed what an interrupted run left. */
    public void create() throws IOException, InterruptedException {
        close();
        while (api.exists(NAMESPACES + "/" + NAMESPACE)) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
        api.create(NAMESPACES, "{\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}");
        api.createIfAbsent(NAMESPACES + "/" + NAMESPACE + "/serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        for (String workload : workloads) {
            api.each(nodes, node -> run(workload, node));
        }
    }

    /** The body of the dearest question that can be asked about them. */
    public String worstPod() {
        return WorstPod.json(NAMESPACE, workloads, nodes);
    }

    private void run(String workload, String node) throws IOException {
        String name = workload + "-" + node;
        api.create(
                PODS,
                "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"app\":\"" + workload
                        + "\"}},\"spec\":{\"nodeName\":\""
                        + node + "\",\"automountServiceAccountToken\":false,\"terminationGracePeriodSeconds\":0,"
                        + "\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/app:1\"}]}}");
        api.patch(PODS + "/" + name + "/status", "{\"status\":{\"phase\":\"Running\"}}");
    }

    @Override
    public void close() throws IOException {
        api.delete(PODS);
        api.deleteIfPresent(NAMESPACES + "/" + NAMESPACE);
    }
}
