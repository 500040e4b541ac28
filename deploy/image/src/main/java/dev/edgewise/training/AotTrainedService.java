package dev.edgewise.training;

import dev.edgewise.testkit.FreePorts;
import dev.edgewise.testkit.ServiceProcess;
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

/** The service that is trained. */
final class AotTrainedService {
    private static final Duration START_LIMIT = Duration.ofMinutes(3);
    /** Ending takes long: Java writes the cache then. */
    private static final Duration END_LIMIT = Duration.ofMinutes(5);

    private final HttpClient http = HttpClient.newHttpClient();
    private final ServiceProcess process;
    private final String service;
    private final String management;

    private AotTrainedService(ServiceProcess process, int port, int managementPort) {
        this.process = process;
        this.service = "http://127.0.0.1:" + port;
        this.management = "http://127.0.0.1:" + managementPort;
    }

    /** Starts it and waits until it is ready. */
    static AotTrainedService start(List<String> command, Map<String, String> environment) throws InterruptedException {
        int port = FreePorts.find();
        int managementPort = FreePorts.find();
        List<String> all = new ArrayList<>(command);
        all.add("--server.port=" + port);
        all.add("--edgewise.security.auth=none");
        all.add("--management.server.port=" + managementPort);
        ServiceProcess process = ServiceProcess.start("the service", all, environment, null);
        Runtime.getRuntime().addShutdownHook(new Thread(process::kill));
        AotTrainedService started = new AotTrainedService(process, port, managementPort);
        process.awaitReady(URI.create(started.management + "/actuator/health/readiness"), START_LIMIT);
        return started;
    }

    /** Asks for what probes and Prometheus ask for. */
    void probe(int times) throws IOException, InterruptedException {
        for (int i = 0; i < times; i++) {
            for (String path : List.of("/health", "/health/liveness", "/health/readiness", "/prometheus", "/info")) {
                require(send(get(management + "/actuator" + path)));
            }
        }
    }

    /** The service's metrics. */
    String metrics() throws IOException, InterruptedException {
        HttpResponse<String> response = send(get(management + "/actuator/prometheus"));
        require(response);
        return response.body();
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
        send(method, URI.create(service + path), body);
    }

    /** Sends a POST to another port of the service. */
    void post(int port, String path, String body) throws IOException, InterruptedException {
        send("POST", URI.create("http://127.0.0.1:" + port + path), body);
    }

    private void send(String method, URI uri, String body) throws IOException, InterruptedException {
        require(send(HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/json")
                .method(method, BodyPublishers.ofString(body))
                .build()));
    }

    /** Ends it as Kubernetes does, and waits for its end. */
    void stop() throws InterruptedException {
        process.stop(END_LIMIT);
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
