package dev.edgewise.benchmarks.throughput.callers;

import dev.edgewise.benchmarks.throughput.api.ApiAccess;
import dev.edgewise.benchmarks.throughput.api.ApiConnection;
import dev.edgewise.benchmarks.throughput.api.Reply;
import dev.edgewise.benchmarks.throughput.api.Requests;
import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** Workloads with a running pod on each node, as DaemonSets have. Closing removes them. */
public final class Everywhere implements AutoCloseable {
    private static final String NAMESPACE = "edgewise-benchmark-explain";
    private static final String NAMESPACES = "/api/v1/namespaces";
    private static final String PODS = NAMESPACES + "/" + NAMESPACE + "/pods";

    private final ApiAccess access;
    private final List<String> workloads;
    private final List<String> nodes;

    public Everywhere(ApiAccess access, int workloads, List<String> nodes) {
        this.access = access;
        this.workloads =
                IntStream.range(0, workloads).mapToObj(i -> "everywhere-" + i).toList();
        this.nodes = List.copyOf(nodes);
    }

    /** Creates them, after it removed what an interrupted run left. */
    public void create() throws IOException, InterruptedException {
        try (ApiConnection api = new ApiConnection(access)) {
            api.delete(PODS);
            api.delete(NAMESPACES + "/" + NAMESPACE);
            while (api.get(NAMESPACES + "/" + NAMESPACE).status() != Reply.NOT_FOUND) {
                TimeUnit.MILLISECONDS.sleep(200);
            }
            require(api.post(NAMESPACES, "{\"metadata\":{\"name\":\"" + NAMESPACE + "\"}}"));
            api.post(NAMESPACES + "/" + NAMESPACE + "/serviceaccounts", "{\"metadata\":{\"name\":\"default\"}}");
        }
        for (String workload : workloads) {
            new Requests(access).each(nodes, (api, node) -> run(api, workload, node));
        }
    }

    /** The body of the dearest question that can be asked about them. */
    public String worstPod() {
        return WorstPod.json(NAMESPACE, workloads, nodes);
    }

    private static void run(ApiConnection api, String workload, String node) throws IOException {
        String name = workload + "-" + node;
        require(api.post(
                PODS,
                "{\"metadata\":{\"name\":\"" + name + "\",\"labels\":{\"app\":\"" + workload
                        + "\"}},\"spec\":{\"nodeName\":\""
                        + node + "\",\"automountServiceAccountToken\":false,\"terminationGracePeriodSeconds\":0,"
                        + "\"containers\":[{\"name\":\"main\",\"image\":\"registry.example/app:1\"}]}}"));
        require(api.mergePatch(PODS + "/" + name + "/status", "{\"status\":{\"phase\":\"Running\"}}"));
    }

    @Override
    public void close() throws IOException {
        try (ApiConnection api = new ApiConnection(access)) {
            require(api.delete(PODS));
            api.delete(NAMESPACES + "/" + NAMESPACE);
        }
    }

    private static void require(Reply reply) throws IOException {
        if (!reply.isSuccess()) {
            throw new IOException("the API server refused: " + reply.status() + " " + reply.text());
        }
    }
}
