package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import java.util.Locale;

/**
 * Writes statuses and finalizers of Testbeds, BatchJobs and Schedulings, and takes what they are then into the cache.
 */
final class SlotObjectStatusWriter {
    private static final int NOT_FOUND = 404;
    /** The answer to a JSON patch whose test fails, and to an object that breaks a rule. */
    private static final int UNPROCESSABLE = 422;

    private final ApiServerClient api;
    private final SlotCache cache;

    SlotObjectStatusWriter(ApiServerClient api, SlotCache cache) {
        this.api = api;
        this.cache = cache;
    }

    WriteOutcome write(SlotAction.WriteTestbedStatus write) throws ApiUnavailableException {
        return status(ObjectKind.TESTBED, write.testbed().metadata(), StatusJson.of(write.status()));
    }

    WriteOutcome write(SlotAction.WriteJobStatus write) throws ApiUnavailableException {
        BatchJob job = write.job();
        String application = job.problemOfRuns() == null ? job.spec().application() : "";
        return status(ObjectKind.BATCH_JOB, job.metadata(), StatusJson.of(write.status(), application));
    }

    WriteOutcome write(SlotAction.WriteSchedulingStatus write) throws ApiUnavailableException {
        return status(ObjectKind.SCHEDULING, write.scheduling().metadata(), StatusJson.of(write.status()));
    }

    private WriteOutcome status(ObjectKind kind, ObjectMetadata object, ObjectNode status)
            throws ApiUnavailableException {
        ArrayNode patch = JsonFieldAccess.array();
        patch.addObject().put("op", "test").put("path", "/metadata/uid").put("value", object.uid());
        patch.addObject()
                .put("op", "test")
                .put("path", "/metadata/resourceVersion")
                .put("value", object.resourceVersion());
        patch.addObject().put("op", "add").put("path", "/status").set("value", status);
        String path = path(kind, object.key());
        ApiResponse reply = api.patch(path + "/status", ApiServerClient.JSON_PATCH, patch.toString());
        if (reply.isSuccess()) {
            keep(kind, reply.json());
            return WriteOutcome.DONE;
        }
        return isOutdated(kind, object, reply)
                ? WriteOutcome.DONE
                : WriteOutcome.of("write a status of batch slots", path, reply);
    }

    /**
     * Returns whether the object was changed meanwhile, so that a patch does not apply to it, and takes in what it is
     * now.
     */
    private boolean isOutdated(ObjectKind kind, ObjectMetadata object, ApiResponse reply)
            throws ApiUnavailableException {
        if (reply.code() != UNPROCESSABLE) {
            return false;
        }
        ApiResponse now = api.get(path(kind, object.key()));
        JsonNode metadata = now.json().path("metadata");
        boolean isAnother =
                now.isSuccess() && !metadata.path("resourceVersion").asText().equals(object.resourceVersion());
        if (isAnother) {
            keep(kind, now.json());
        }
        return isAnother || now.code() == NOT_FOUND;
    }

    private void keep(ObjectKind kind, JsonNode json) {
        KubeObject object = KubeObject.of(json);
        switch (kind) {
            case TESTBED -> cache.putOwn(SlotObjectJsonReader.testbed(object));
            case BATCH_JOB -> cache.putOwn(SlotWatches.job(object));
            case SCHEDULING -> cache.putOwn(SlotObjectJsonReader.scheduling(object));
        }
    }

    /** Adds our finalizer to the object, or removes it. */
    WriteOutcome finalizer(ObjectKind kind, ObjectMetadata object, boolean wanted) throws ApiUnavailableException {
        String path = path(kind, object.key());
        ApiResponse known = api.get(path);
        JsonNode metadata = known.json().path("metadata");
        boolean isSame = known.isSuccess() && metadata.path("uid").asText().equals(object.uid());
        if (!isSame) {
            return WriteOutcome.of("read an object of batch slots", path, known);
        }
        ArrayNode finalizers = JsonFieldAccess.array();
        metadata.path("finalizers").forEach(each -> {
            if (!each.asText().equals(SlotObjectJsonReader.FINALIZER)) {
                finalizers.add(each);
            }
        });
        if (wanted) {
            finalizers.add(SlotObjectJsonReader.FINALIZER);
        }
        if (finalizers.equals(metadata.path("finalizers"))) {
            keep(kind, known.json());
            return WriteOutcome.DONE;
        }
        ObjectNode patch = JsonFieldAccess.object();
        patch.putObject("metadata")
                .put("uid", object.uid())
                .put("resourceVersion", metadata.path("resourceVersion").asText())
                .set("finalizers", finalizers);
        ApiResponse reply = api.patch(path, ApiServerClient.MERGE_PATCH, patch.toString());
        if (reply.isSuccess() && wanted) {
            keep(kind, reply.json());
        }
        return WriteOutcome.of("write the finalizer of an object of batch slots", path, reply);
    }

    private static String path(ObjectKind kind, ObjectKey key) {
        return SlotWatches.API + "/namespaces/" + key.namespace() + "/"
                + kind.text().toLowerCase(Locale.ROOT) + "s/" + key.name();
    }
}
