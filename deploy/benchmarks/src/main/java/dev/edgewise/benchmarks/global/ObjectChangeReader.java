package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.Watch;
import dev.edgewise.benchmarks.throughput.api.WatchEndedException;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Reads the changes of a collection on a thread of its own, from now on, and continues where a watch ends. */
final class ObjectChangeReader implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();

    private final ClusterApi api;
    private final String collection;
    private final Listener listener;
    private volatile @Nullable Exception failure;
    private volatile boolean closed;
    private volatile Watch watch;
    private String revision;

    /** Takes a change: ADDED, MODIFIED or DELETED. */
    @FunctionalInterface
    interface Listener {
        void changed(String type, JsonNode object) throws IOException;
    }

    ObjectChangeReader(ClusterApi api, String collection, Listener listener) throws IOException {
        this.api = api;
        this.collection = collection;
        this.listener = listener;
        this.revision = api.get(collection + "?limit=1")
                .path("metadata")
                .path("resourceVersion")
                .asString();
        this.watch = open();
        Thread reader = new Thread(this::read, "changes");
        reader.setDaemon(true);
        reader.start();
    }

    private Watch open() throws IOException {
        return new Watch(
                api, collection + "?watch=1&timeoutSeconds=3600&resourceVersion=" + revision, "application/json");
    }

    /** @throws IllegalStateException if they cannot be read any more, or the listener has failed */
    void requireWorking() {
        Exception problem = failure;
        if (problem != null) {
            throw new IllegalStateException("changes of " + collection + ": " + problem.getMessage(), problem);
        }
    }

    private void read() {
        try {
            while (!closed) {
                next();
            }
        } catch (IOException | RuntimeException e) {
            failure = closed ? null : e;
        }
    }

    private void next() throws IOException {
        try {
            JsonNode change = JSON.readTree(watch.next());
            JsonNode object = change.path("object");
            revision = object.path("metadata").path("resourceVersion").asString();
            listener.changed(change.path("type").asString(), object);
        } catch (WatchEndedException ended) {
            watch.close();
            watch = open();
        }
    }

    @Override
    public void close() {
        closed = true;
        watch.close();
    }
}
