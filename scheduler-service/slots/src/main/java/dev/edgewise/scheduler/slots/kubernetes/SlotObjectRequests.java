package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.common.web.BusyException;
import dev.edgewise.common.web.NotFoundException;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.RequestedJobs;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.SchedulingSpec;
import dev.edgewise.scheduler.slots.view.SlotObjectWriter;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpStatus;
import org.springframework.web.server.ResponseStatusException;

/** Writes what callers ask for to the API server, and passes on why that refuses. */
final class SlotObjectRequests implements SlotObjectWriter {
    private static final Duration RETRY_AFTER = Duration.ofSeconds(5);
    private static final int NOT_FOUND = 404;
    private static final int CONFLICT = 409;
    /** The answer to a JSON patch whose test failed, and to an object that the kind does not allow. */
    private static final int UNPROCESSABLE = 422;

    private final ApiRequests api;

    SlotObjectRequests(ApiRequests api) {
        this.api = api;
    }

    private interface Request {
        ApiResponse send() throws ApiUnavailableException;
    }

    @Override
    public Written create(ObjectKey key, SchedulingSpec spec) {
        ApiResponse reply = send(
                () -> api.post(schedulings(key.namespace()), object(key, spec).toString()));
        if (reply.isSuccess()) {
            return new Written(scheduling(reply), true);
        }
        if (reply.code() != CONFLICT) {
            throw refused(reply);
        }
        Scheduling known = scheduling(good(send(() -> api.get(path(key)))));
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
        ApiResponse found = send(() -> api.get(path(key)));
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
        String patch = patch(known.metadata().uid(), known.metadata().resourceVersion(), "/spec", specJson(spec));
        return new Written(scheduling(good(changed(path(key), patch))), false);
    }

    @Override
    public boolean deleteScheduling(ObjectKey key, @Nullable String resourceVersion) {
        ObjectNode options = Json.object();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Background");
        if (resourceVersion != null) {
            options.putObject("preconditions").put("resourceVersion", resourceVersion);
        }
        ApiResponse reply = send(() -> api.delete(path(key), options.toString()));
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
        String path = SlotKinds.API + "/namespaces/" + key.namespace() + "/batchjobs/" + key.name();
        ApiResponse found = send(() -> api.get(path));
        if (found.code() == NOT_FOUND) {
            throw new NotFoundException("There is no batch job " + key);
        }
        BatchJob known = job(good(found));
        requireVersion(known.metadata().resourceVersion(), resourceVersion, "Batch job " + key);
        ObjectNode json = Json.object();
        data.forEach((name, rows) -> {
            ArrayNode list = json.putArray(name);
            rows.forEach(row -> row.forEach(list.addObject()::put));
        });
        // Without a version of the caller's, only what it writes is replaced: the status changes all the time.
        String version = resourceVersion == null ? null : known.metadata().resourceVersion();
        return job(good(changed(path, patch(known.metadata().uid(), version, "/spec/externalScheduler", json))));
    }

    private ApiResponse changed(String path, String patch) {
        return send(() -> api.patch(path, ApiRequests.JSON_PATCH, patch));
    }

    private static String patch(String uid, @Nullable String version, String field, ObjectNode value) {
        ArrayNode patch = Json.array();
        patch.addObject().put("op", "test").put("path", "/metadata/uid").put("value", uid);
        if (version != null) {
            patch.addObject()
                    .put("op", "test")
                    .put("path", "/metadata/resourceVersion")
                    .put("value", version);
        }
        patch.addObject().put("op", "add").put("path", field).set("value", value);
        return patch.toString();
    }

    private static ObjectNode object(ObjectKey key, SchedulingSpec spec) {
        ObjectNode object = Json.object();
        object.put("apiVersion", SlotKinds.GROUP + "/v1alpha1").put("kind", "Scheduling");
        object.putObject("metadata").put("namespace", key.namespace()).put("name", key.name());
        object.set("spec", specJson(spec));
        return object;
    }

    private static ObjectNode specJson(SchedulingSpec spec) {
        ObjectNode json = Json.object();
        json.putObject("testbed").put("name", spec.testbed().name());
        if (spec.jobs() instanceof RequestedJobs.Queue queue) {
            ArrayNode entries = json.putArray("queueBased");
            queue.entries().forEach(entry -> entries.addObject().put("name", entry.name()));
        } else if (spec.jobs() instanceof RequestedJobs.Slots slots) {
            ObjectNode slotBased = json.putObject("slotBased");
            slotBased.put("mode", slots.mode().name().toLowerCase(Locale.ROOT));
            ArrayNode jobs = slotBased.putArray("jobs");
            for (RequestedJobs.JobSlots job : slots.jobs()) {
                ObjectNode entry = jobs.addObject();
                entry.putObject("name").put("name", job.job().name());
                job.slots().forEach(entry.putArray("slotIds")::add);
            }
        }
        return json;
    }

    private static String schedulings(String namespace) {
        return SlotKinds.API + "/namespaces/" + namespace + "/schedulings";
    }

    private static String path(ObjectKey key) {
        return schedulings(key.namespace()) + "/" + key.name();
    }

    private static Scheduling scheduling(ApiResponse reply) {
        return ObjectReader.scheduling(KubeObject.of(reply.json()));
    }

    private static BatchJob job(ApiResponse reply) {
        return ObjectReader.job(KubeObject.of(reply.json()));
    }

    private static void requireVersion(String found, @Nullable String wanted, String what) {
        if (wanted != null && !wanted.equals(found)) {
            throw outdated(what + " has version " + found + ", not " + wanted);
        }
    }

    private static ResponseStatusException outdated(String why) {
        return new ResponseStatusException(HttpStatus.PRECONDITION_FAILED, why + ": read it again");
    }

    private static ApiResponse send(Request request) {
        try {
            ApiResponse reply = request.send();
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

    /** Returns the API server's refusal, such as 422 of a queue that became shorter; a version that changed meanwhile is a conflict. */
    private static ResponseStatusException refused(ApiResponse reply) {
        boolean isChanged = reply.code() == UNPROCESSABLE && reply.message().contains("test operation");
        return new ResponseStatusException(
                HttpStatus.valueOf(isChanged ? CONFLICT : reply.code()), "The API server answers " + reply.message());
    }
}
