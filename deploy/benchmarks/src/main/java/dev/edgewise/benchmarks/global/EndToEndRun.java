package dev.edgewise.benchmarks.global;

import dev.edgewise.benchmarks.report.Percentiles;
import dev.edgewise.benchmarks.report.Report;
import dev.edgewise.benchmarks.throughput.api.ClusterApi;
import dev.edgewise.testkit.ServiceProcess;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import tools.jackson.databind.JsonNode;

/**
 * Requests that a service takes by REST, places in a member that is the same cluster, and completes when their pods are
 * ready.
 */
final class EndToEndRun implements AutoCloseable {
    private static final double LEAST_PER_SECOND = 100;
    private static final double NANOS = 1e9;
    private static final Duration ANSWER = Duration.ofSeconds(30);
    private static final int PATIENCE_SECONDS = 600;
    private static final int BUSY = 503;
    private static final String BODY = "{\"namespace\":\"" + GlobalCluster.NAMESPACE
            + "\",\"name\":\"%1$s\",\"clusters\":\"[here]\",\"manifests\":{\"inline\":"
            + "\"{apiVersion: v1, kind: Pod, metadata: {name: %1$s}, spec: {automountServiceAccountToken: false,"
            + " containers: [{name: main, image: pause, resources: {requests: {cpu: 10m}}}]}}\"}}";

    private final ClusterApi api;
    private final ServiceProcess service;
    private final URI submit;
    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Map<String, Long> sent = new ConcurrentHashMap<>();
    private final Map<String, Long> completed = new ConcurrentHashMap<>();
    private final PodStarter starter;
    private final ObjectChangeReader changes;

    EndToEndRun(ClusterApi api, ServiceProcess service, URI address) throws IOException {
        this.api = api;
        this.service = service;
        this.submit = address.resolve("/api/v1/requests");
        this.starter = new PodStarter(api);
        this.changes = new ObjectChangeReader(api, GlobalCluster.REQUESTS, this::changed);
    }

    private void changed(String type, JsonNode request) {
        String name = request.path("metadata").path("name").asString();
        String phase = request.path("status").path("phase").asString("");
        if (phase.equals("Completed")) {
            completed.putIfAbsent(name, System.nanoTime());
        } else if (phase.equals("Failed")) {
            throw new IllegalStateException(
                    name + ": " + request.path("status").path("message").asString(""));
        }
    }

    /** Sends so many requests, and returns when all are completed. */
    void run(String prefix, int requests) throws IOException, InterruptedException {
        sent.clear();
        completed.clear();
        List<String> names =
                IntStream.range(0, requests).mapToObj(i -> prefix + "-" + i).toList();
        api.each(names, this::send);
        for (int tenths = 0; completed.size() < requests; tenths++) {
            starter.requireWorking();
            changes.requireWorking();
            service.requireAlive();
            if (tenths > PATIENCE_SECONDS * 10) {
                throw new IllegalStateException(completed.size() + " of " + requests + " requests are completed after "
                        + PATIENCE_SECONDS + " s");
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }

    PodStarter starter() {
        return starter;
    }

    private void send(String name) throws IOException {
        HttpRequest request = HttpRequest.newBuilder(submit)
                .timeout(ANSWER)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(String.format(Locale.ROOT, BODY, name)))
                .build();
        sent.put(name, System.nanoTime());
        try {
            HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
            while (answer.statusCode() == BUSY) {
                TimeUnit.MILLISECONDS.sleep(20);
                answer = http.send(request, BodyHandlers.ofString());
            }
            if (answer.statusCode() != 202) {
                throw new IOException("the service refused " + name + ": " + answer.statusCode() + " " + answer.body());
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException(e);
        }
    }

    /** Adds the figures of the last run. */
    void report(Report report, double cpuSeconds) {
        long begin = sent.values().stream().mapToLong(Long::longValue).min().orElseThrow();
        long lastSent = sent.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        long end = completed.values().stream().mapToLong(Long::longValue).max().orElseThrow();
        double[] seconds = completed.entrySet().stream()
                .mapToDouble(each -> (each.getValue() - sent.getOrDefault(each.getKey(), begin)) / NANOS)
                .toArray();
        Percentiles times = new Percentiles(seconds);
        double perSecond = completed.size() / ((end - begin) / NANOS);
        report.figure("requests", completed.size())
                .figure("requests_per_s", perSecond)
                .figure("accepted_per_s", sent.size() / ((lastSent - begin) / NANOS))
                .figure("p50_s", times.at(50))
                .figure("p99_s", times.at(99))
                .figure("service_cpu_ms_a_request", 1_000 * cpuSeconds / completed.size())
                .barAtLeast("requests_per_s", LEAST_PER_SECOND, perSecond);
    }

    @Override
    public void close() {
        changes.close();
        starter.close();
    }
}
