package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.kubernetes.ApiServerResponseForwarder;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Writes what callers ask for to the API server, and passes on why that refuses. */
final class KubernetesSlotObjectWriter implements SlotObjectWriter {
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    /** The answer to a JSON patch whose test failed, and to an object that the kind does not allow. */
    private static final int UNPROCESSABLE = 422;

    private static final Duration LONGEST_DELETION = Duration.ofSeconds(8);
    private static final int ATTEMPTS = 3;
    private static final Duration LOOK_EVERY = Duration.ofMillis(100);

    private final ApiServerClient api;
    private final Ticker ticker;
    private final Pause pause;

    KubernetesSlotObjectWriter(ApiServerClient api, Ticker ticker, Pause pause) {
        this.api = api;
        this.ticker = ticker;
        this.pause = pause;
    }

    /** Waits. */
    interface Pause {
        void sleep(Duration time) throws InterruptedException;
    }

    @Override
    public Written create(ObjectKey key, SchedulingSpec spec) {
        ApiResponse reply = ApiServerResponseForwarder.send(() -> api.post(
                schedulings(key.namespace()), RequestJson.object(key, spec).toString()));
        if (reply.isSuccess()) {
            return new Written(scheduling(reply), true);
        }
        if (reply.code() != CONFLICT) {
            throw refused(reply);
        }
        Scheduling known = scheduling(good(ApiServerResponseForwarder.send(() -> api.get(path(key)))));
        if (known.metadata().deleted()
                || known.problem() != null
                || !known.spec().equals(spec)) {
            throw new ResponseStatusException(
                    HttpStatus.CONFLICT,
                    "Scheduling " + key
                            + (known.metadata().deleted() ? " is being deleted" : " exists and asks for something else")
                            + ": wait until it is gone, or take another name");
        }
        return new Written(known, false);
    }

    @Override
    public Written put(ObjectKey key, SchedulingSpec spec, @Nullable String resourceVersion) {
        ApiResponse found = ApiServerResponseForwarder.send(() -> api.get(path(key)));
        if (found.code() == NOT_FOUND) {
            if (resourceVersion != null) {
                throw outdated("There is no Scheduling " + key);
            }
            return create(key, spec);
        }
        Scheduling known = scheduling(good(found));
        requireVersion(known.metadata().resourceVersion(), resourceVersion, "Scheduling " + key);
        if (known.metadata().deleted()) {
            throw new ResponseStatusException(
                    HttpStatus.CONFLICT, "Scheduling " + key + " is being deleted: wait until it is gone");
        }
        if (known.problem() == null && known.spec().equals(spec)) {
            return new Written(known, false);
        }
        String patch = RequestJson.patch(
                known.metadata().uid(), known.metadata().resourceVersion(), "/spec", RequestJson.spec(spec));
        return new Written(scheduling(good(changed(path(key), patch))), false);
    }

    @Override
    public Written replace(ObjectKey key, SchedulingSpec spec) {
        Written changed = putIfAllowed(key, spec);
        if (changed != null) {
            return changed;
        }
        ObjectKey free = new ObjectKey(key.namespace(), "check-" + UUID.randomUUID());
        good(ApiServerResponseForwarder.send(() -> api.post(
                schedulings(key.namespace()) + "?dryRun=All",
                RequestJson.object(free, spec).toString())));
        deleteScheduling(key, null);
        awaitGone(key);
        return create(key, spec);
    }

    /**
     * Returns null if the kind does not allow the change, or the object is being deleted; a status that was written
     * meanwhile is no reason.
     */
    private @Nullable Written putIfAllowed(ObjectKey key, SchedulingSpec spec) {
        for (int i = 0; i < ATTEMPTS; i++) {
            try {
                return put(key, spec, null);
            } catch (ResponseStatusException refused) {
                int code = refused.getStatusCode().value();
                if (code == UNPROCESSABLE) {
                    return null;
                }
                if (code != CONFLICT) {
                    throw refused;
                }
            }
        }
        return null;
    }

    private void awaitGone(ObjectKey key) {
        long begin = ticker.nanos();
        while (ApiServerResponseForwarder.send(() -> api.get(path(key))).code() != NOT_FOUND) {
            if (ticker.since(begin).compareTo(LONGEST_DELETION) >= 0) {
                throw new BusyException(
                        "Scheduling " + key + " is still being deleted", ApiServerResponseForwarder.RETRY_AFTER);
            }
            try {
                pause.sleep(LOOK_EVERY);
            } catch (InterruptedException stopping) {
                Thread.currentThread().interrupt();
                throw new BusyException("The service stops", ApiServerResponseForwarder.RETRY_AFTER);
            }
        }
    }

    @Override
    public boolean deleteScheduling(ObjectKey key, @Nullable String resourceVersion) {
        ObjectNode options = JsonFieldAccess.object();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Background");
        if (resourceVersion != null) {
            options.putObject("preconditions").put("resourceVersion", resourceVersion);
        }
        ApiResponse reply = ApiServerResponseForwarder.send(() -> api.delete(path(key), options.toString()));
        if (reply.code() == NOT_FOUND) {
            return false;
        }
        if (reply.code() == CONFLICT && resourceVersion != null) {
            throw outdated("Scheduling " + key + " has another version than " + resourceVersion);
        }
        good(reply);
        return true;
    }

    @Override
    public BatchJob putExternalData(
            ObjectKey key, Map<String, List<Map<String, String>>> data, @Nullable String resourceVersion) {
        String path = SlotWatches.API + "/namespaces/" + key.namespace() + "/batchjobs/" + key.name();
        ApiResponse found = ApiServerResponseForwarder.send(() -> api.get(path));
        if (found.code() == NOT_FOUND) {
            throw new NotFoundException("There is no batch job " + key);
        }
        BatchJob known = job(good(found));
        requireVersion(known.metadata().resourceVersion(), resourceVersion, "Batch job " + key);
        ObjectNode json = JsonFieldAccess.object();
        data.forEach((name, rows) -> {
            ArrayNode list = json.putArray(name);
            rows.forEach(row -> row.forEach(list.addObject()::put));
        });
        // Without a version of the caller's, only what it writes is replaced: the status changes all the time.
        String version = resourceVersion == null ? null : known.metadata().resourceVersion();
        return job(good(
                changed(path, RequestJson.patch(known.metadata().uid(), version, "/spec/externalScheduler", json))));
    }

    private ApiResponse changed(String path, String patch) {
        return ApiServerResponseForwarder.send(() -> api.patch(path, ApiServerClient.JSON_PATCH, patch));
    }

    private static String schedulings(String namespace) {
        return SlotWatches.API + "/namespaces/" + namespace + "/schedulings";
    }

    private static String path(ObjectKey key) {
        return schedulings(key.namespace()) + "/" + key.name();
    }

    private static Scheduling scheduling(ApiResponse reply) {
        return SlotObjectJsonReader.scheduling(KubeObject.of(reply.json()));
    }

    private static BatchJob job(ApiResponse reply) {
        return SlotObjectJsonReader.job(KubeObject.of(reply.json()));
    }

    private static void requireVersion(String found, @Nullable String wanted, String what) {
        if (wanted != null && !wanted.equals(found)) {
            throw outdated(what + " has version " + found + ", not " + wanted);
        }
    }

    private static ResponseStatusException outdated(String why) {
        return new ResponseStatusException(HttpStatus.PRECONDITION_FAILED, why + ": read it again");
    }

    static ApiResponse good(ApiResponse reply) {
        if (!reply.isSuccess()) {
            throw refused(reply);
        }
        return reply;
    }

    /**
     * Returns the API server's refusal, such as 422 of a queue that became shorter; a version that changed meanwhile is
     * a conflict.
     */
    private static ResponseStatusException refused(ApiResponse reply) {
        boolean isChanged = reply.code() == UNPROCESSABLE && reply.message().contains("test operation");
        return ApiServerResponseForwarder.refused(isChanged ? new ApiResponse(CONFLICT, reply.body()) : reply);
    }
}
