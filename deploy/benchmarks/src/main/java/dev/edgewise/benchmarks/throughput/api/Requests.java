package dev.edgewise.benchmarks.throughput.api;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** The same kind of request for many things, on several connections. */
public final class Requests {
    private static final int CONNECTIONS = 16;

    private final ApiAccess access;

    /** One request about one thing. */
    @FunctionalInterface
    public interface Request<T> {
        void send(ApiConnection connection, T thing) throws IOException;
    }

    public Requests(ApiAccess access) {
        this.access = access;
    }

    /**
     * Returns when all are answered.
     *
     * @throws IOException the first failure; then not all were sent
     */
    public <T> void each(List<T> things, Request<T> request) throws IOException, InterruptedException {
        Queue<T> left = new ConcurrentLinkedQueue<>(things);
        ExecutorService pool = Executors.newFixedThreadPool(CONNECTIONS);
        try {
            List<Future<?>> workers = new ArrayList<>();
            for (int i = 0; i < CONNECTIONS; i++) {
                workers.add(pool.submit(() -> {
                    work(left, request);
                    return null;
                }));
            }
            for (Future<?> worker : workers) {
                worker.get();
            }
        } catch (ExecutionException e) {
            throw new IOException(e.getCause());
        } finally {
            pool.shutdownNow();
        }
    }

    private <T> void work(Queue<T> left, Request<T> request) throws IOException {
        try (ApiConnection connection = new ApiConnection(access)) {
            for (T thing = left.poll(); thing != null; thing = left.poll()) {
                request.send(connection, thing);
            }
        }
    }
}
