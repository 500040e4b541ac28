package dev.edgewise.scheduler.kubernetes.api;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Requests on the client's own connections, with its credentials, but without its object mapping and without its silent
 * retries: whoever asks knows whether asking twice is safe.
 */
public final class ApiRequests {
    public static final String JSON = "application/json";
    public static final String MERGE_PATCH = "application/merge-patch+json";
    public static final String STRATEGIC_PATCH = "application/strategic-merge-patch+json";

    private final HttpClient http;
    private final String server;
    private final Duration timeout;

    /** @param timeout how long an answer may take, connecting included */
    public ApiRequests(KubernetesClient client, Duration timeout) {
        String url = client.getMasterUrl().toString();
        this.server = url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
        this.timeout = timeout;
        this.http = client.getHttpClient()
                .newBuilder()
                .tag(new RequestConfigBuilder()
                        .withRequestRetryBackoffLimit(0)
                        .withRequestTimeout((int) timeout.toMillis())
                        .build())
                .build();
    }

    public Reply get(String path) throws UnansweredException {
        return send(request(path).build());
    }

    public Reply post(String path, String json) throws UnansweredException {
        return send(request(path).post(JSON, json).build());
    }

    public Reply put(String path, String json) throws UnansweredException {
        return send(request(path).put(JSON, json).build());
    }

    /** @param type one of the patch types above */
    public Reply patch(String path, String type, String json) throws UnansweredException {
        return send(request(path).method("PATCH", type, json).build());
    }

    public Reply delete(String path, String options) throws UnansweredException {
        return send(request(path).delete(JSON, options).build());
    }

    private HttpRequest.Builder request(String path) {
        return http.newHttpRequestBuilder()
                .uri(server + path)
                .setHeader("Accept", JSON)
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS);
    }

    private Reply send(HttpRequest request) throws UnansweredException {
        CompletableFuture<HttpResponse<byte[]>> answer = begin(request);
        try {
            HttpResponse<byte[]> response = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            return new Reply(response.code(), response.body());
        } catch (TimeoutException late) {
            answer.cancel(true);
            throw new UnansweredException("no answer from " + server + " within " + timeout.toMillis() + " ms", late);
        } catch (ExecutionException failed) {
            throw new UnansweredException("no answer from " + server + ": " + failed.getCause(), failed);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            answer.cancel(true);
            throw new UnansweredException("interrupted while waiting for " + server, stopping);
        }
    }

    private CompletableFuture<HttpResponse<byte[]>> begin(HttpRequest request) throws UnansweredException {
        try {
            return http.sendAsync(request, byte[].class);
        } catch (IllegalStateException closed) {
            throw new UnansweredException("the client for " + server + " is closed", closed);
        }
    }
}
