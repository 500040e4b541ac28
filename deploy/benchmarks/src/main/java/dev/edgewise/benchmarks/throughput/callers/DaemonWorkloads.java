package dev.edgewise.benchmarks.throughput.callers;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.OwnNamespace;
import java.io.IOException;
import java.util.List;
import java.util.stream.IntStream;

/** Workloads with a running pod on each node, as DaemonSets have. Closing removes them. */
public final class DaemonWorkloads implements AutoCloseable {
    private static final String NAMESPACE = "edgewise-benchmark-explain";

    private final ClusterApi api;
    private final OwnNamespace namespace;
    private final List<String> workloads;
    private final List<String> nodes;

    public DaemonWorkloads(ClusterApi api, int workloads, List<String> nodes) {
        this.api = api;
        this.namespace = new OwnNamespace(api, NAMESPACE);
        this.workloads =
                IntStream.range(0, workloads).mapToObj(i -> "everywhere-" + i).toList();
        this.nodes = List.copyOf(nodes);
    }

    /** Creates them, after it removed what an interrupted run left. */
    public void create() throws IOException, InterruptedException {
        namespace.create();
        for (String workload : workloads) {
            api.each(nodes, node -> run(workload, node));
        }
    }

    /** The body of the dearest question that can be asked about them. */
    public String worstPod() {
        return CostliestPod.json(NAMESPACE, workloads, nodes);
    }

    private void run(String workload, String node) throws IOException {
        String name = workload + "-" + node;
        api.create(
                namespace.pods(),
                "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"app\":\"" + workload
                        + "\"}},\"spec\":{\"nodeName\":\""
                        + node + "\",\"automountServiceAccountToken\":false,\"terminationGracePeriodSeconds\":0,"
                        + "\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/app:1\"}]}}");
        api.patch(namespace.pods() + "/" + name + "/status", "{\"status\":{\"phase\":\"Running\"}}");
    }

    @Override
    public void close() throws IOException {
        namespace.close();
    }
}
