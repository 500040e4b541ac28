package dev.edgewise.scheduler.suite;

import dev.edgewise.common.web.BoundedResponseBodySubscriber;
import dev.edgewise.kubernetes.discovery.ReplicaUri;
import dev.edgewise.scheduler.suite.SuiteResponse.Health;
import dev.edgewise.scheduler.suite.SuiteResponse.Replica;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.springframework.cloud.client.ServiceInstance;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** Asks a replica's management port for its health and version. */
class ReplicaProbe {
    static final String PORT = "port.management";

    private static final Duration TIMEOUT = Duration.ofSeconds(2);
    private static final Pattern DIGITS = Pattern.compile("\\d{1,5}");
    private static final int MAX_BYTES = 256 * 1024;

    private final HttpClient http;
    private final ObjectMapper json;

    ReplicaProbe(HttpClient http, ObjectMapper json) {
        this.http = http;
        this.json = json;
    }

    /** Never fails: why nothing is known stands in the replica. */
    CompletableFuture<Replica> probe(ServiceInstance instance) {
        Map<String, String> metadata = instance.getMetadata();
        String port = metadata == null ? null : metadata.get(PORT);
        String host = instance.getHost();
        if (port == null || !DIGITS.matcher(port).matches()) {
            return CompletableFuture.completedFuture(
                    Replica.unreachable(host, "its Service has no port named management"));
        }
        URI management = ReplicaUri.of("http", host, Integer.parseInt(port));
        CompletableFuture<JsonNode> info =
                get(management.resolve("/actuator/info")).exceptionally(unknown -> json.createObjectNode());
        return get(management.resolve("/actuator/health"))
                .thenCombine(info, (health, about) -> replica(host, health, about))
                .exceptionally(failure -> Replica.unreachable(host, reason(failure)));
    }

    /** Ends in time: a request that takes longer is cancelled with its connection. */
    private CompletableFuture<JsonNode> get(URI uri) {
        HttpRequest request = HttpRequest.newBuilder(uri).timeout(TIMEOUT).build();
        CompletableFuture<HttpResponse<byte[]>> sent =
                http.sendAsync(request, response -> new BoundedResponseBodySubscriber(MAX_BYTES));
        return sent.copy()
                .orTimeout(TIMEOUT.toMillis(), TimeUnit.MILLISECONDS)
                .whenComplete((response, failure) -> sent.cancel(true))
                .thenApply(response -> json.readTree(response.body()));
    }

    private static Replica replica(String host, JsonNode health, JsonNode info) {
        Map<String, String> impaired = new TreeMap<>();
        health.path("components").properties().forEach(component -> {
            String status = component.getValue().path("status").asString("UNKNOWN");
            if (!status.equals("UP")) {
                impaired.put(component.getKey(), status);
            }
        });
        String version = info.path("app").path("version").asString("unknown");
        return new Replica(host, version, Health.of(health.path("status").asString("")), impaired, null);
    }

    private static String reason(Throwable failure) {
        Throwable cause = failure;
        while (cause.getCause() != null) {
            cause = cause.getCause();
        }
        String message = cause.getMessage();
        return message == null ? "no answer within " + TIMEOUT.toSeconds() + " s" : message;
    }
}
