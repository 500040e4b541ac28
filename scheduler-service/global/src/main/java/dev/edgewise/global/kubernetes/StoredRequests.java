package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.global.kubernetes.GlobalRequestCache.Known;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.GlobalRequestObjectNames;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.model.RequestSpec;
import dev.edgewise.global.view.RequestListener;
import dev.edgewise.global.view.RequestStore;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import java.time.Duration;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.web.server.ResponseStatusException;

/** Reads requests from memory, and writes what callers ask for to the API server, whose refusals it passes on. */
final class StoredRequests implements RequestStore {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

    private final ApiServerClient api;
    private final GlobalRequestCache cache;
    private final BooleanSupplier synced;

    StoredRequests(ApiServerClient api, GlobalRequestCache cache, BooleanSupplier synced) {
        this.api = api;
        this.cache = cache;
        this.synced = synced;
    }

    private interface Call {
        ApiResponse send() throws ApiUnavailableException;
    }

    @Override
    public boolean isSynced() {
        return synced.getAsBoolean();
    }

    @Override
    public List<GlobalRequest> requests() {
        return cache.all();
    }

    @Override
    public @Nullable GlobalRequest request(RequestKey key) {
        Known known = cache.find(key);
        return known != null ? known.request() : stored(key);
    }

    @Override
    public Created create(RequestKey key, RequestSpec spec, String fingerprint) {
        String json = SpecJson.object(key, spec, fingerprint).toString();
        ApiResponse reply = send(() -> api.post(GlobalRequestPaths.all(key.namespace()), json));
        if (reply.isSuccess()) {
            return new Created(cache.written(GlobalRequestObject.of(reply.json())), true, fingerprint);
        }
        if (reply.code() != CONFLICT) {
            throw refused(reply);
        }
        ApiResponse found = send(() -> api.get(GlobalRequestPaths.of(key)));
        if (!found.isSuccess()) {
            throw refused(found.code() == NOT_FOUND ? reply : found);
        }
        GlobalRequestObject object = GlobalRequestObject.of(found.json());
        return new Created(RequestReader.read(object), false, fingerprint(object));
    }

    @Override
    public @Nullable GlobalRequest cancel(RequestKey key) {
        ObjectNode patch = JsonNodeFactory.instance.objectNode();
        patch.putObject("spec").put("cancelled", true);
        ApiResponse reply =
                send(() -> api.patch(GlobalRequestPaths.of(key), ApiServerClient.MERGE_PATCH, patch.toString()));
        if (reply.code() == NOT_FOUND) {
            return null;
        }
        return cache.written(GlobalRequestObject.of(good(reply).json()));
    }

    @Override
    public boolean delete(RequestKey key) {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Background");
        ApiResponse reply = send(() -> api.delete(GlobalRequestPaths.of(key), options.toString()));
        if (reply.code() == NOT_FOUND) {
            return false;
        }
        good(reply);
        return true;
    }

    @Override
    public void listen(RequestListener listener) {
        cache.listen(listener);
    }

    @Override
    public @Nullable GlobalRequest stored(RequestKey key) {
        ApiResponse reply = send(() -> api.get(GlobalRequestPaths.of(key)));
        return reply.code() == NOT_FOUND
                ? null
                : RequestReader.read(GlobalRequestObject.of(good(reply).json()));
    }

    private static String fingerprint(GlobalRequestObject object) {
        return object.annotation(GlobalRequestObjectNames.FINGERPRINT_ANNOTATION);
    }

    private static ApiResponse send(Call call) {
        try {
            ApiResponse reply = call.send();
            if (reply.isTransient()) {
                throw new BusyException("The API server answers " + reply.message(), RETRY_AFTER);
            }
            return reply;
        } catch (ApiUnavailableException unanswered) {
            throw new BusyException("The API server does not answer", RETRY_AFTER);
        }
    }

    private static ApiResponse good(ApiResponse reply) {
        if (!reply.isSuccess()) {
            throw refused(reply);
        }
        return reply;
    }

    private static ResponseStatusException refused(ApiResponse reply) {
        HttpStatusCode status = HttpStatus.resolve(reply.code());
        return new ResponseStatusException(
                status == null ? HttpStatus.BAD_GATEWAY : status, "The API server answers " + reply.message());
    }
}
