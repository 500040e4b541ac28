package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.benchmarks.throughput.api.OwnNamespace;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Lets each pod of the benchmark's namespace be ready as soon as it is created, as a kubelet that needs no time. */
final class PodStarter implements AutoCloseable {
    private static final String PODS = OwnNamespace.pods(GlobalCluster.NAMESPACE);
    private static final String READY =
            "{\"status\":{\"phase\":\"Running\",\"conditions\":[{\"type\":\"Ready\",\"status\":\"True\",\"lastTransitionTime\":\"%s\"}]}}";
    private static final int AT_ONCE = 4;

    private final ClusterApi api;
    private final ExecutorService workers = Executors.newFixedThreadPool(AT_ONCE);
    private final ObjectChangeReader changes;
    private final AtomicInteger started = new AtomicInteger();
    private volatile @Nullable IOException failure;

    PodStarter(ClusterApi api) throws IOException {
        this.api = api;
        this.changes = new ObjectChangeReader(api, PODS, this::changed);
    }

    private void changed(String type, JsonNode pod) {
        if (type.equals("ADDED")) {
            String name = pod.path("metadata").path("name").asString();
            workers.execute(() -> start(name));
        }
    }

    private void start(String pod) {
        String now = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try {
            api.patchIfPresent(PODS + "/" + pod + "/status", String.format(Locale.ROOT, READY, now));
            started.incrementAndGet();
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Returns how many pods were made ready. */
    int started() {
        return started.get();
    }

    /** @throws IllegalStateException if a pod could not be started */
    void requireWorking() {
        changes.requireWorking();
        IOException problem = failure;
        if (problem != null) {
            throw new IllegalStateException("a pod could not be started: " + problem.getMessage(), problem);
        }
    }

    @Override
    public void close() {
        changes.close();
        workers.shutdownNow();
    }
}
