package dev.edgewise.training;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** The service that is trained. */
final class TrainedService {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    /** Ending takes long: Java writes the cache then. */
    private static final Duration END_LIMIT = Duration.ofMinutes(5);

    private final HttpClient http = HttpClient.newHttpClient();
    private final Process process;
    private final String service;
    private final String management;

    private TrainedService(Process process, int port, int managementPort) {
        this.process = process;
        this.service = "http://127.0.0.1:" + port;
        this.management = "http://127.0.0.1:" + managementPort;
    }

    /** Starts it and waits until it is ready. */
    static TrainedService start(List<String> command, Map<String, String> environment)
            throws IOException, InterruptedException {
        int port = Ports.free();
        int managementPort = Ports.free();
        List<String> all = new ArrayList<>(command);
        all.add("--server.port=" + port);
        all.add("--edgewise.security.auth=none");
        all.add("--management.server.port=" + managementPort);
        ProcessBuilder builder = new ProcessBuilder(all);
        builder.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.INHERIT);
        builder.environment().remove("KUBECONFIG");
        builder.environment().putAll(environment);
        TrainedService started = new TrainedService(builder.start(), port, managementPort);
        Runtime.getRuntime().addShutdownHook(new Thread(started.process::destroyForcibly));
        started.awaitReady();
        return started;
    }

    private void awaitReady() throws InterruptedException {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!isReady()) {
            if (!process.isAlive()) {
                throw new IllegalStateException("the service ended with status " + process.exitValue());
            }
            if (System.nanoTime() > deadline) {
                throw new IllegalStateException("the service is not ready after " + START_LIMIT);
            }
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private boolean isReady() throws InterruptedException {
        try {
            return send(get(management + "/actuator/health/readiness")).statusCode() == 200;
        } catch (IOException notYet) {
            return false;
        }
    }

    /** Asks for what probes and Prometheus ask for. */
    void probe(int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            for (String path : List.of("/health", "/health/liveness", "/health/readiness", "/prometheus", "/info")) {
                require(send(get(management + "/actuator" + path)));
            }
        }
    }

    String read(String path) throws IOException, InterruptedException {
        HttpResponse<String> response = send(get(service + path));
        require(response);
        return response.body();
    }

    void get(String path, int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            read(path);
        }
    }

    void send(String method, String path, String body) throws IOException, InterruptedException {
        require(send(HttpRequest.newBuilder(URI.create(service + path))
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build()));
    }

    /** Ends it as Kubernetes does, and waits for its end. */
    void stop() throws InterruptedException {
        process.destroy();
        if (!process.waitFor(END_LIMIT.toMillis(), TimeUnit.MILLISECONDS)) {
            process.destroyForcibly();
            throw new IllegalStateException("the service did not end within " + END_LIMIT);
        }
    }

    private HttpResponse<String> send(HttpRequest request) throws IOException, InterruptedException {
        return http.send(request, BodyHandlers.ofString());
    }

    private static HttpRequest get(String uri) {
        return HttpRequest.newBuilder(URI.create(uri)).build();
    }

    private static void require(HttpResponse<String> response) {
        if (response.statusCode() / 100 != 2) {
            throw new IllegalStateException(
                    response.uri() + " answered " + response.statusCode() + ": " + response.body());
        }
    }
}
