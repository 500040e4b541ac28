package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.kubernetes.GlobalRequestCache.Known;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestStatus;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Clock;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes the record and the finalizer of requests. Each write replaces one version of the request, and is refused if
 * there is a newer one.
 */
public final class RequestWriter {
    private static final Logger LOG = LoggerFactory.getLogger(RequestWriter.class);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private static final int TOO_LARGE = 413;
    private static final int INVALID = 422;
    private static final int INTERNAL_ERROR = 500;
    private static final int MOST_REFUSALS = 10_000;

    private final ApiServerClient api;
    private final GlobalRequestCache cache;
    private final Clock clock;
    /** The last refusal of each request, by its uid. */
    private final Cache<String, String> refusals = Caffeine.newBuilder()
            .maximumSize(MOST_REFUSALS)
            .executor(Runnable::run)
            .build();

    RequestWriter(ApiServerClient api, GlobalRequestCache cache, Clock clock) {
        this.api = api;
        this.cache = cache;
        this.clock = clock;
    }

    /** Returns whether the request has our finalizer, which keeps its record until nothing of it exists. */
    public boolean hasFinalizer(GlobalRequest request) {
        Known known = cache.find(request.key());
        return known != null && known.object().hasFinalizer(GlobalRequestObjectNames.FINALIZER);
    }

    /**
     * Writes the status.
     *
     * @return the request as it is then; null if it has changed meanwhile or is gone
     * @throws BusyException if the API server does not answer, or cannot now
     * @throws RecordRefusedException if it refuses the record
     */
    public @Nullable GlobalRequest writeStatus(GlobalRequest request, RequestStatus status) {
        String path = GlobalRequestPaths.status(request.key());
        ApiResponse reply = patched(path, patch(request, status));
        if (isRefusedForItsContent(reply)) {
            logRefusalOnce(request, reply);
            reply = patched(path, patch(request, RequestStatusTruncator.of(status)));
        }
        return result(request, reply);
    }

    private ObjectNode patch(GlobalRequest request, RequestStatus status) {
        ObjectNode patch = patch(request);
        ArrayNode conditions = GlobalRequestConditions.of(request, status, conditions(request), clock.instant());
        patch.set("status", StatusJson.patch(status, conditions));
        return patch;
    }

    /** Whether the request is too large, for the API server or its store, or has a value that is not allowed. */
    private static boolean isRefusedForItsContent(ApiResponse reply) {
        boolean isTooLargeToStore =
                reply.code() == INTERNAL_ERROR && reply.message().contains("too large");
        return reply.code() == TOO_LARGE || reply.code() == INVALID || isTooLargeToStore;
    }

    /** Adds the finalizer; the result is as that of {@link #writeStatus}. */
    public @Nullable GlobalRequest addFinalizer(GlobalRequest request) {
        Set<String> finalizers = finalizers(request);
        finalizers.add(GlobalRequestObjectNames.FINALIZER);
        return writeFinalizers(request, finalizers);
    }

    /** Removes the finalizer; the result is as that of {@link #writeStatus}. */
    public @Nullable GlobalRequest dropFinalizer(GlobalRequest request) {
        Set<String> finalizers = finalizers(request);
        return finalizers.remove(GlobalRequestObjectNames.FINALIZER) ? writeFinalizers(request, finalizers) : request;
    }

    private Set<String> finalizers(GlobalRequest request) {
        Known known = cache.find(request.key());
        List<String> all = known == null ? List.of() : known.object().getFinalizers();
        return new LinkedHashSet<>(all);
    }

    private @Nullable GlobalRequest writeFinalizers(GlobalRequest request, Set<String> finalizers) {
        ObjectNode patch = patch(request);
        ArrayNode list = patch.withObject("/metadata").putArray("finalizers");
        finalizers.forEach(list::add);
        return result(request, patched(GlobalRequestPaths.of(request.key()), patch));
    }

    private static ObjectNode patch(GlobalRequest request) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("metadata")
                .put("resourceVersion", request.resourceVersion())
                .put("uid", request.uid());
        return patch;
    }

    private JsonNode conditions(GlobalRequest request) {
        Known known = cache.find(request.key());
        return known == null
                ? MissingNode.getInstance()
                : known.object().status().path("conditions");
    }

    private @Nullable GlobalRequest result(GlobalRequest request, ApiResponse reply) {
        if (reply.isSuccess()) {
            return cache.written(GlobalRequestObject.of(reply.json()));
        }
        if (reply.isTransient() && !isRefusedForItsContent(reply)) {
            throw new BusyException("The API server answers " + reply.message(), RETRY_AFTER);
        }
        if (reply.code() != CONFLICT && reply.code() != NOT_FOUND) {
            logRefusalOnce(request, reply);
            throw new RecordRefusedException("The API server answers " + reply.message());
        }
        return null;
    }

    /** Logs a refusal once, not with each retry. */
    private void logRefusalOnce(GlobalRequest request, ApiResponse reply) {
        String cause = reply.message();
        if (!cause.equals(refusals.asMap().put(request.uid(), cause))) {
            LOG.warn("The API server refuses the record of a request; request={} cause={}", request.key(), cause);
        }
    }

    private ApiResponse patched(String path, ObjectNode patch) {
        try {
            return api.patch(path, ApiServerClient.MERGE_PATCH, patch.toString());
        } catch (ApiUnavailableException unanswered) {
            throw new BusyException("The API server does not answer", RETRY_AFTER);
        }
    }
}
