package dev.edgewise.networkprobe.kubernetes;

import dev.edgewise.common.security.ReviewApi;
import dev.edgewise.common.security.ReviewUnavailableException;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.jspecify.annotations.Nullable;

/** Creates reviews with the Kubernetes client; a request waits for them, so they take little time or fail. */
final class ClientReviewApi implements ReviewApi {
    private static final int CREATED = 201;

    private final KubernetesClient client;
    private final String namespace;
    private final Duration timeout;

    ClientReviewApi(KubernetesClient client, String namespace, Duration timeout) {
        this.client = client;
        this.namespace = namespace;
        this.timeout = timeout;
    }

    @Override
    public String create(String path, String json) {
        HttpClient http = client.getHttpClient();
        HttpRequest request = http.newHttpRequestBuilder()
                .uri(client.getMasterUrl().toString().replaceFirst("/$", "") + path)
                .timeout(timeout.toMillis(), TimeUnit.MILLISECONDS)
                .post("application/json", json)
                .build();
        CompletableFuture<HttpResponse<String>> answer = http.sendAsync(request, String.class);
        try {
            HttpResponse<String> reply = answer.get(timeout.toMillis(), TimeUnit.MILLISECONDS);
            if (reply.code() != CREATED) {
                throw unavailable("the API server answers " + reply.code(), null);
            }
            return reply.body();
        } catch (TimeoutException | ExecutionException e) {
            throw unavailable("the API server does not answer", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw unavailable("the service is being stopped", e);
        } finally {
            answer.cancel(true);
        }
    }

    @Override
    public String namespace() {
        return namespace;
    }

    private static ReviewUnavailableException unavailable(String why, @Nullable Exception e) {
        return new ReviewUnavailableException("tokens and rights cannot be reviewed: " + why, e);
    }
}
