package dev.edgewise.benchmarks.throughput.api;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.ConfigBuilder;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;

/** An API server with prepared answers that records its requests. */
public final class FakeApi implements AutoCloseable {
    private final HttpServer server;
    private final ClusterApi api;
    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final Map<String, Answer> answers = new ConcurrentHashMap<>();
    private final List<String> requests = new CopyOnWriteArrayList<>();
    private final CountDownLatch closing = new CountDownLatch(1);
    private final AtomicBoolean endsNextWatch = new AtomicBoolean();

    private record Answer(int status, String body) {}

    public FakeApi() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
        api = new ClusterApi(new ConfigBuilder(Config.empty())
                .withMasterUrl("http://127.0.0.1:" + server.getAddress().getPort())
                .build());
    }

    /** Sets the response to requests of this method and path, without query; others get 404. */
    public FakeApi answer(String methodAndPath, int status, String body) {
        answers.put(methodAndPath, new Answer(status, body));
        return this;
    }

    /** The next watch ends after its events. */
    public void endNextWatch() {
        endsNextWatch.set(true);
    }

    /** Method, path with query, and body. */
    public List<String> requests() {
        return List.copyOf(requests);
    }

    public ClusterApi api() {
        return api;
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
        requests.add((exchange.getRequestMethod() + " " + exchange.getRequestURI() + " " + body).strip());
        String path = exchange.getRequestURI().getPath();
        Answer answer = answers.getOrDefault(exchange.getRequestMethod() + " " + path, new Answer(404, "no " + path));
        byte[] bytes = answer.body().getBytes(StandardCharsets.UTF_8);
        boolean watch = String.valueOf(exchange.getRequestURI().getQuery()).contains("watch=1");
        exchange.sendResponseHeaders(answer.status(), watch ? 0 : bytes.length);
        OutputStream out = exchange.getResponseBody();
        out.write(bytes);
        out.flush();
        if (watch && !endsNextWatch.getAndSet(false)) {
            awaitClosing();
        }
        out.close();
    }

    /** A watch stays open after its events. */
    private void awaitClosing() {
        try {
            closing.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        closing.countDown();
        api.close();
        server.stop(0);
        threads.shutdownNow();
    }
}
