package dev.edgewise.benchmarks.throughput.bare;

import dev.edgewise.benchmarks.throughput.api.ChangedObject;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.Watch;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * Binds each pod to the next node in turn and writes its event, 64 pods at a time: the least that any scheduler has to
 * do. Of pods and nodes it hears the names only. A process of its own.
 */
public final class MinimalScheduler {
    private static final int IN_FLIGHT = 64;

    private final ClusterApi api;
    private final String pods;
    private final String scheduler;
    private final BlockingQueue<ChangedObject> waiting = new LinkedBlockingQueue<>();
    private final Set<String> known = new HashSet<>();

    private MinimalScheduler(ClusterApi api, String namespace, String scheduler) {
        this.api = api;
        this.pods = "/api/v1/namespaces/" + namespace + "/pods";
        this.scheduler = scheduler;
    }

    /**
     * Works until the process is killed.
     *
     * @param arguments kubeconfig; namespace of the pods; their {@code schedulerName}
     */
    public static void main(String[] arguments) throws IOException {
        ClusterApi api = ClusterApi.of(Path.of(arguments[0]));
        MinimalScheduler loop = new MinimalScheduler(api, arguments[1], arguments[2]);
        NodeRoundRobin nodes = new NodeRoundRobin(loop.nodes());
        for (int i = 0; i < IN_FLIGHT; i++) {
            BindWorker worker = new BindWorker(api, arguments[1], arguments[2], loop.waiting, nodes);
            new Thread(worker, "bind-" + i).start();
        }
        loop.watchPods();
    }

    private List<String> nodes() throws IOException {
        return api.get("/api/v1/nodes")
                .path("items")
                .valueStream()
                .map(node -> node.path("metadata").path("name").asString())
                .toList();
    }

    private void watchPods() {
        while (true) {
            try (Watch watch = new Watch(api, path(), Watch.NAMES_ONLY)) {
                follow(watch);
            } catch (IOException ended) {
                System.err.println("watching pods again: " + ended.getMessage());
            }
        }
    }

    /**
     * Path of a watch from revision 0 on: first all current pods, then changes. Not only those without a node: for a
     * selector that asks for one {@code spec.nodeName} the API server holds ten changes ready at most, and ends the
     * watch at the eleventh.
     */
    private String path() {
        return pods + "?watch=1&timeoutSeconds=3600&resourceVersion=0&fieldSelector=spec.schedulerName%3D" + scheduler;
    }

    private void follow(Watch watch) throws IOException {
        while (true) {
            String line = watch.next();
            if (line.startsWith("{\"type\":\"ADDED\"")) {
                ChangedObject pod = ChangedObject.of(line);
                if (known.add(pod.uid())) {
                    waiting.add(pod);
                }
            }
        }
    }
}
