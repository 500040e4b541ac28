package dev.edgewise.scheduler.extender.transport;

import dev.edgewise.common.web.BusyException;
import dev.edgewise.scheduler.extender.buffer.BufferPool.Buffer;
import dev.edgewise.scheduler.extender.buffer.RequestBody;
import dev.edgewise.scheduler.extender.judgement.Extender;
import dev.edgewise.scheduler.extender.wire.ExtenderResponseWriter;
import dev.edgewise.scheduler.extender.wire.ExtenderVerb;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.apache.hc.core5.http.Header;
import org.apache.hc.core5.http.HttpHeaders;
import org.apache.hc.core5.http.HttpRequest;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpMethod;
import org.springframework.http.HttpStatus;
import org.springframework.http.InvalidMediaTypeException;
import org.springframework.http.MediaType;
import org.springframework.web.server.MethodNotAllowedException;
import org.springframework.web.server.ResponseStatusException;

/** Maps the paths of the extender's port to what they serve. */
final class ExtenderRoutes {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

    private final Map<String, Endpoint> byPath;
    private final BooleanSupplier synced;

    /** Answers one request. */
    @FunctionalInterface
    interface Answerer {
        /**
         * Writes the answer. Returns whether the request was about a pod that the watch shows.
         *
         * @param begun when the request came in, by the ticker
         */
        boolean answer(RequestBody body, long begun, Buffer output);
    }

    /** @param verb null for paths that are not about a pod */
    record Endpoint(@Nullable ExtenderVerb verb, HttpMethod method, Answerer answerer) {}

    /** @param synced whether the cluster has been read: before, nothing can be said of its nodes */
    ExtenderRoutes(Extender extender, BooleanSupplier synced) {
        this.synced = synced;
        Endpoint prioritize = new Endpoint(ExtenderVerb.PRIORITIZE, HttpMethod.POST, extender::prioritize);
        this.byPath = Map.of(
                "/scheduler/filter",
                new Endpoint(ExtenderVerb.FILTER, HttpMethod.POST, extender::filter),
                "/scheduler/prioritize",
                prioritize,
                // As the prototype rl-scheduler has it.
                "/scheduler/priorities/rl-priority",
                prioritize,
                "/scheduler/preempt",
                new Endpoint(ExtenderVerb.PREEMPT, HttpMethod.POST, extender::preempt),
                "/version",
                new Endpoint(null, HttpMethod.GET, (body, begun, output) -> version(output)));
    }

    /** @throws ResponseStatusException 404 if there is nothing at the path of the request */
    Endpoint of(HttpRequest request) {
        Endpoint endpoint = byPath.get(request.getRequestUri().split("\\?", 2)[0]);
        if (endpoint == null) {
            throw new ResponseStatusException(
                    HttpStatus.NOT_FOUND, "The extender answers " + String.join(", ", new TreeSet<>(byPath.keySet())));
        }
        return endpoint;
    }

    /**
     * Checks that it may answer the request now.
     *
     * @throws ResponseStatusException 405 or 415 if the request is of another kind
     * @throws BusyException if the cluster has not been read yet
     */
    void check(Endpoint endpoint, HttpRequest request) {
        if (!endpoint.method().matches(request.getMethod())) {
            throw new MethodNotAllowedException(request.getMethod(), List.of(endpoint.method()));
        }
        if (endpoint.verb() != null) {
            Header contentType = request.getFirstHeader(HttpHeaders.CONTENT_TYPE);
            requireJson(contentType == null ? null : contentType.getValue());
            requireSynced();
        }
    }

    private static void requireJson(@Nullable String contentType) {
        try {
            if (contentType != null && MediaType.APPLICATION_JSON.includes(MediaType.parseMediaType(contentType))) {
                return;
            }
        } catch (InvalidMediaTypeException malformed) {
            // Is no JSON either.
        }
        throw new ResponseStatusException(
                HttpStatus.UNSUPPORTED_MEDIA_TYPE,
                "Content-Type is " + (contentType == null ? "missing" : contentType) + ": it must be application/json");
    }

    private void requireSynced() {
        if (!synced.getAsBoolean()) {
            throw new BusyException("The cluster has not been read completely yet", RETRY_AFTER);
        }
    }

    private static boolean version(Buffer output) {
        String version = ExtenderRoutes.class.getPackage().getImplementationVersion();
        ExtenderResponseWriter.version(Objects.requireNonNullElse(version, "development"), output);
        return false;
    }
}
