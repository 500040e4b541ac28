package dev.edgewise.global.kubernetes;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.global.callback.CallbackProgressStore;
import dev.edgewise.global.callback.CallbackState;
import dev.edgewise.global.decide.EndedRequestRetentionRule;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import io.micrometer.core.instrument.Counter;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes the records of requests that ended long ago and of which nothing exists, each replica those of its own
 * requests, some at a time.
 */
final class EndedRequestRemover {
    private static final Logger LOG = LoggerFactory.getLogger(EndedRequestRemover.class);
    private static final int MOST_AT_ONCE = 100;
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;

    private final ApiServerClient api;
    private final GlobalRequestCache cache;
    private final CallbackProgressStore callbacks;
    private final Duration keptFor;
    private final Clock clock;
    private final Counter removed;

    EndedRequestRemover(
            ApiServerClient api,
            GlobalRequestCache cache,
            CallbackProgressStore callbacks,
            Duration keptFor,
            Clock clock,
            Counter removed) {
        this.api = api;
        this.cache = cache;
        this.callbacks = callbacks;
        this.keptFor = keptFor;
        this.clock = clock;
        this.removed = removed;
    }

    void step() {
        List<GlobalRequest> over = cache.all().stream()
                .filter(request -> EndedRequestRetentionRule.isOver(request, keptFor, clock.instant()))
                .filter(callbacks::isMine)
                .filter(this::isMarked)
                .limit(MOST_AT_ONCE)
                .toList();
        try {
            for (GlobalRequest request : over) {
                remove(request);
            }
        } catch (ApiUnavailableException unanswered) {
            LOG.debug("Records of ended requests are deleted later", unanswered);
        }
    }

    /** Whether its callback needs no record any more. */
    private boolean isMarked(GlobalRequest request) {
        CallbackState state = callbacks.read(request);
        return request.spec().callback() == null || state != null && state.isOver();
    }

    /** Deletes the version that was judged: one that changes meanwhile is judged again. */
    private void remove(GlobalRequest request) throws ApiUnavailableException {
        ObjectNode options = JsonNodeFactory.instance.objectNode();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Background");
        options.putObject("preconditions").put("uid", request.uid()).put("resourceVersion", request.resourceVersion());
        ApiResponse reply = api.delete(GlobalRequestPaths.of(request.key()), options.toString());
        if (reply.isSuccess()) {
            removed.increment();
        } else if (reply.code() != NOT_FOUND && reply.code() != CONFLICT) {
            LOG.warn(
                    "The record of an ended request cannot be deleted; request={} cause={}",
                    request.key(),
                    reply.message());
        }
    }
}
