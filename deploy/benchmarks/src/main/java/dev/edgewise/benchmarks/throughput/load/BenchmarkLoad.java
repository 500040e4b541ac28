package dev.edgewise.benchmarks.throughput.load;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.OwnNamespace;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/** The benchmark's own nodes and pods on the API server. Closing removes them. */
public final class BenchmarkLoad implements AutoCloseable {
    private static final String NODES = "/api/v1/nodes";
    private static final String MARKED = "labelSelector=" + LoadObjects.MARK;

    /** Namespace of all pods. */
    public static final String NAMESPACE = "edgewise-benchmark-throughput";

    /** Path of the pods on the API server. */
    public static final String PODS = OwnNamespace.pods(NAMESPACE);

    /** 150,000 pods at once would be half a gigabyte. */
    private static final String PAGE = "?limit=5000&continue=";

    private final ClusterApi api;
    private final OwnNamespace namespace;
    private final List<String> nodes;
    private final String labels;

    public BenchmarkLoad(ClusterApi api, int nodes) {
        this(api, nodes, "{}");
    }

    /** @param labels of all pods, as JSON */
    public BenchmarkLoad(ClusterApi api, int nodes, String labels) {
        this.api = api;
        this.namespace = new OwnNamespace(api, NAMESPACE);
        this.labels = labels;
        this.nodes = IntStream.range(0, nodes)
                .mapToObj(i -> String.format(Locale.ROOT, "node-%05d", i))
                .toList();
    }

    public List<String> nodes() {
        return nodes;
    }

    /**
     * Creates nodes and namespace, after it removed what an interrupted run left.
     *
     * @throws IllegalStateException if the cluster has nodes of others: pods could land there
     */
    public void create() throws IOException, InterruptedException {
        close();
        requireNoNodes();
        api.each(nodes, node -> {
            api.create(NODES, LoadObjects.node(node, nodes.indexOf(node)));
            api.patch(NODES + "/" + node, "{\"spec\":{\"taints\":null}}");
        });
        namespace.create();
    }

    private void requireNoNodes() throws IOException {
        int others = api.get(NODES).path("items").size();
        if (others > 0) {
            throw new IllegalStateException("the cluster has " + others + " nodes of others: pods could land there");
        }
    }

    /** Creates pods for that scheduler; their names. */
    public List<String> createPods(String prefix, int count, String scheduler)
            throws IOException, InterruptedException {
        List<String> names =
                IntStream.range(0, count).mapToObj(i -> prefix + "-" + i).toList();
        api.each(names, name -> api.create(PODS, LoadObjects.pod(name, scheduler, labels)));
        return names;
    }

    /** Deletes pods at once; returns when they are gone. */
    public void deletePods(List<String> names) throws IOException, InterruptedException {
        api.each(names, name -> api.delete(PODS + "/" + name));
    }

    /** The current version of the API server, from which a watch can continue. */
    public String revision() throws IOException {
        return api.get(PODS + "?limit=1")
                .path("metadata")
                .path("resourceVersion")
                .asString();
    }

    /** All pods as the API server holds them now. */
    public List<PlacedPod> pods() throws IOException {
        List<PlacedPod> pods = new ArrayList<>();
        String next = "";
        do {
            JsonNode page = api.get(PODS + PAGE + next);
            for (JsonNode pod : page.path("items")) {
                pods.add(new PlacedPod(
                        pod.path("metadata").path("name").asString(),
                        pod.path("spec").path("nodeName").asString("")));
            }
            next = page.path("metadata").path("continue").asString("");
        } while (!next.isEmpty());
        return pods;
    }

    /** Removes everything, also of an earlier run. */
    @Override
    public void close() throws IOException {
        namespace.close();
        api.delete(NODES + "?" + MARKED);
    }
}
