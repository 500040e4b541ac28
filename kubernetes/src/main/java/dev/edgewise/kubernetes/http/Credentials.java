package dev.edgewise.kubernetes.http;

import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.BasicBuilder;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.Interceptor;
import io.fabric8.kubernetes.client.http.StandardHttpRequest;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * Credentials for the API server, by fabric8's rules for tokens that expire, rotate in a file or come from a program; refreshed
 * periodically, not for every request.
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

    /** After a 401; whether newer credentials are worth a retry. */
    synchronized boolean refused() {
        Collector collected = new Collector();
        boolean again = false;
        for (Interceptor interceptor : interceptors) {
            try {
                again |= interceptor
                        .afterFailure(collected, new Unauthorized(request), NO_TAGS)
                        .join();
            } catch (CompletionException unobtainable) {
                // Then the 401 stands.
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
        Collector collected = new Collector();
        interceptors.forEach(interceptor -> interceptor.before(collected, request, NO_TAGS));
        return new Headers(collected.text(), System.nanoTime());
    }

    private static final class Collector implements BasicBuilder {
        private final Map<String, List<String>> headers = new TreeMap<>();

        @Override
        public BasicBuilder uri(URI uri) {
            return this;
        }

        @Override
        public BasicBuilder header(String name, String value) {
            headers.computeIfAbsent(name.toLowerCase(Locale.ROOT), unknown -> new ArrayList<>())
                    .add(value);
            return this;
        }

        @Override
        public BasicBuilder setHeader(String name, String value) {
            headers.remove(name.toLowerCase(Locale.ROOT));
            return header(name, value);
        }

        String text() {
            StringBuilder text = new StringBuilder();
            headers.forEach((name, values) -> values.forEach(
                    value -> text.append(name).append(": ").append(value).append("\r\n")));
            return text.toString();
        }
    }
}
