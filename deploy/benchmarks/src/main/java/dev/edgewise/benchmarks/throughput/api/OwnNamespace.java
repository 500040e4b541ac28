package dev.edgewise.benchmarks.throughput.api;

import java.io.IOException;
import java.util.concurrent.TimeUnit;

/** A namespace for a benchmark's pods. Closing removes it with all of them. */
public final class OwnNamespace implements AutoCloseable {
    private static final String NAMESPACES = "/api/v1/namespaces";

    private final ClusterApi api;
    private final String name;
    private final String path;

    public OwnNamespace(ClusterApi api, String name) {
        this.api = api;
        this.name = name;
        this.path = NAMESPACES + "/" + name;
    }

    /** Path of its pods on the API server. */
    public String pods() {
        return pods(name);
    }

    /** Path of a namespace's pods on the API server. */
    public static String pods(String namespace) {
        return NAMESPACES + "/" + namespace + "/pods";
    }

    /** Creates it, with the ServiceAccount that pods have, after it removed what an interrupted run left. */
    public void create() throws IOException, InterruptedException {
        close();
        while (api.exists(path)) {
            TimeUnit.MILLISECONDS.sleep(200);
        }
        api.create(NAMESPACES, named(name));
        api.createIfAbsent(path + "/serviceaccounts", named("default"));
    }

    /**
     * Deletes the pods and the namespace. The API server takes a while, for all the events in it; only the next run
     * waits for that.
     */
    @Override
    public void close() throws IOException {
        api.delete(pods());
        api.deleteIfPresent(path);
    }

    private static String named(String name) {
        return "{\"metadata\":{\"name\":\"" + name + "\"}}";
    }
}
