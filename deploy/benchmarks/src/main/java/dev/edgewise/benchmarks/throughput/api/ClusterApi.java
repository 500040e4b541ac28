package dev.edgewise.benchmarks.throughput.api;

import dev.edgewise.http.StreamingHttpResponse;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.kubernetes.http.ApiServerTransport;
import io.fabric8.kubernetes.client.Config;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A cluster, as benchmarks load and observe it: what the API server refuses is a failure. Safe for many threads. */
public final class ClusterApi implements AutoCloseable {
    private static final JsonMapper JSON = JsonMapper.builder().build();
    /** Timeout of a call: removing 150,000 pods takes minutes. */
    private static final Duration TIMEOUT = Duration.ofMinutes(10);
    /** Timeout of a watch: longer than any is requested for, as it is silent where nothing happens. */
    private static final Duration SILENCE = Duration.ofHours(2);

    private static final String NO_GRACE = "{\"gracePeriodSeconds\":0}";
    private static final int OK = 200;
    private static final int CONFLICT = 409;
    private static final int NOT_FOUND = 404;
    private static final int AT_ONCE = 16;

    private final ApiServerTransport server;
    private final ApiServerClient requests;

    /** A request about one thing. */
    @FunctionalInterface
    public interface Request<T> {
        void send(T thing) throws IOException;
    }

    ClusterApi(Config config) {
        this.server = ApiServerTransport.of(config);
        this.requests = new ApiServerClient(server, TIMEOUT);
    }

    /**
     * Creates a client for the current context of a kubeconfig.
     *
     * @throws IllegalArgumentException if there is no such file, or it names no server that can be used
     */
    public static ClusterApi of(Path kubeconfig) {
        if (!Files.isReadable(kubeconfig)) {
            throw new IllegalArgumentException("there is no file that can be read");
        }
        try {
            return new ClusterApi(Config.fromKubeconfig(kubeconfig.toFile()));
        } catch (RuntimeException e) {
            throw new IllegalArgumentException("it is no kubeconfig that can be used: " + reason(e), e);
        }
    }

    /** The first cause says what it is about. */
    private static String reason(Throwable failure) {
        Throwable first = failure;
        while (first.getCause() != null) {
            first = first.getCause();
        }
        return String.valueOf(first.getMessage()).lines().findFirst().orElse("");
    }

    public JsonNode get(String path) throws IOException {
        return JSON.readTree(require(requests.get(path)).body());
    }

    /** Returns an answer that is no JSON, such as metrics. */
    public String text(String path) throws IOException {
        return new String(require(requests.get(path, "text/plain")).body(), StandardCharsets.UTF_8);
    }

    public boolean exists(String path) throws IOException {
        return requests.get(path).code() != NOT_FOUND;
    }

    /** Makes the API server collect its garbage; returns whether it did: its profiling must be on, and allowed. */
    public boolean collectGarbage() throws IOException {
        return requests.get("/debug/pprof/heap?gc=1").code() == OK;
    }

    public void create(String path, String json) throws IOException {
        require(requests.post(path, json));
    }

    public void createIfAbsent(String path, String json) throws IOException {
        ApiResponse reply = requests.post(path, json);
        if (reply.code() != CONFLICT) {
            require(reply);
        }
    }

    public void patch(String path, String json) throws IOException {
        require(requests.patch(path, ApiServerClient.MERGE_PATCH, json));
    }

    /** Patches the object, if it exists. */
    public void patchIfPresent(String path, String json) throws IOException {
        ApiResponse reply = requests.patch(path, ApiServerClient.MERGE_PATCH, json);
        if (reply.code() != NOT_FOUND) {
            require(reply);
        }
    }

    /** Deletes an object without a grace period. */
    public void delete(String path) throws IOException {
        require(requests.delete(path, NO_GRACE));
    }

    /** Deletes the object, if it exists and is not being deleted already. */
    public void deleteIfPresent(String path) throws IOException {
        ApiResponse reply = requests.delete(path, NO_GRACE);
        if (reply.code() != NOT_FOUND && reply.code() != CONFLICT) {
            require(reply);
        }
    }

    /**
     * Sends a request about each thing, several at a time; returns when all are answered.
     *
     * @throws IOException the first failure; then not all were sent
     */
    public <T> void each(List<T> things, Request<T> request) throws IOException, InterruptedException {
        Queue<T> left = new ConcurrentLinkedQueue<>(things);
        ExecutorService pool = Executors.newFixedThreadPool(AT_ONCE);
        ExecutorCompletionService<Void> workers = new ExecutorCompletionService<>(pool);
        try {
            for (int i = 0; i < AT_ONCE; i++) {
                workers.submit(() -> {
                    for (T thing = left.poll(); thing != null; thing = left.poll()) {
                        request.send(thing);
                    }
                    return null;
                });
            }
            for (int i = 0; i < AT_ONCE; i++) {
                workers.take().get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    StreamingHttpResponse open(String path, String accept) throws IOException {
        StreamingHttpResponse stream = requests.open(path, accept, TIMEOUT, SILENCE);
        if (stream.code() != 200) {
            try (stream) {
                throw new IOException("GET " + path + ": " + new ApiResponse(stream.code(), stream.rest()).message());
            }
        }
        return stream;
    }

    private static ApiResponse require(ApiResponse reply) throws IOException {
        if (!reply.isSuccess()) {
            throw new IOException("the API server refused: " + reply.message());
        }
        return reply;
    }

    /** The URL of the API server. */
    @Override
    public String toString() {
        return server.toString();
    }

    @Override
    public void close() {
        server.close();
    }
}
