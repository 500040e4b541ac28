package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.http.WebSocketUpgradeResponse;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.net.URI;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Credentials for the API server, by fabric8's rules for tokens that expire, rotate in a file or come from a program;
 * refreshed periodically, not for every request.
 */
final class Credentials {
    private static final long GOOD_FOR = Duration.ofSeconds(10).toNanos();
    private static final Interceptor.RequestTags NO_TAGS = new Interceptor.RequestTags() {
        @Override
        public <T> @Nullable T getTag(Class<T> type) {
            return null;
        }
    };

    private final Collection<Interceptor> interceptors;
    private final HttpRequest request;
    private volatile Headers headers;

    private record Headers(String text, long since) {}

    Credentials(Config config) {
        var factory = HttpClientUtils.getHttpClientFactory();
        this.interceptors = List.copyOf(
                HttpClientUtils.createApplicableInterceptors(config, factory).values());
        this.request = new StandardHttpRequest.Builder()
                .uri(URI.create(config.getMasterUrl()))
                .build();
        this.headers = collect();
    }

    /** Header lines. */
    String headers() {
        Headers known = headers;
        return System.nanoTime() - known.since() > GOOD_FOR ? renewed(known) : known.text();
    }

    /** Handles a 401; returns whether newer credentials are worth a retry. */
    synchronized boolean refused() {
        BasicBuilder collected = new StandardHttpRequest.Builder();
        HttpResponse<?> unauthorized = new WebSocketUpgradeResponse(request, ApiServerTransport.UNAUTHORIZED);
        boolean again = false;
        for (Interceptor interceptor : interceptors) {
            try {
                again |= interceptor
                        .afterFailure(collected, unauthorized, NO_TAGS)
                        .join();
            } catch (CompletionException unobtainable) {
                // Then the 401 is the answer.
            }
        }
        if (again) {
            headers = collect();
        }
        return again;
    }

    private synchronized String renewed(Headers known) {
        if (headers == known) {
            headers = collect();
        }
        return headers.text();
    }

    private Headers collect() {
        StandardHttpRequest.Builder collected = new StandardHttpRequest.Builder().uri(request.uri());
        interceptors.forEach(interceptor -> interceptor.before(collected, request, NO_TAGS));
        StringBuilder text = new StringBuilder();
        collected
                .build()
                .headers()
                .forEach((name, values) -> values.forEach(
                        value -> text.append(name).append(": ").append(value).append("\r\n")));
        return new Headers(text.toString(), System.nanoTime());
    }
}
