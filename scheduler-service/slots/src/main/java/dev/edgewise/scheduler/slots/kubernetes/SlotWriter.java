package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.slots.application.ApplicationKind;
import dev.edgewise.scheduler.slots.application.ApplicationRequest;
import dev.edgewise.scheduler.slots.application.SlotPodSettings;
import dev.edgewise.scheduler.slots.decide.Application;
import dev.edgewise.scheduler.slots.decide.GhostPod;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotPod;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Slot;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Carries out single actions by requests to the API server, each sent once: what is missing is asked for by the next decision. Each method returns
 * the outcome.
 */
final class SlotWriter {
    private static final int NOT_FOUND = 404;
    /** The answer to a JSON patch whose test fails, and to an object that breaks a rule. */
    private static final int UNPROCESSABLE = 422;

    private static final int MOST_TOLD = 100;

    private final ApiRequests api;
    private final SlotCache cache;
    private final ClaimsStore claims;
    private final GhostPods ghosts;
    private final SlotPodSettings pods;
    private final SlotEvents events;

    SlotWriter(
            ApiRequests api,
            SlotCache cache,
            ClaimsStore claims,
            GhostPods ghosts,
            SlotPodSettings pods,
            SlotEvents events) {
        this.api = api;
        this.cache = cache;
        this.claims = claims;
        this.ghosts = ghosts;
        this.pods = pods;
        this.events = events;
    }

    WriteOutcome carryOut(String namespace, SlotAction action) throws ApiUnavailableException {
        if (action instanceof SlotAction.WriteClaims write) {
            return replace(namespace, write);
        } else if (action instanceof SlotAction.CreateApplication create) {
            return create(create);
        } else if (action instanceof SlotAction.DeleteApplication delete) {
            return delete(delete.application());
        } else if (action instanceof SlotAction.DeletePod delete) {
            SlotPod pod = delete.pod();
            return delete("delete a pod of a slot", pods(pod.key()), pod.uid(), null);
        } else if (action instanceof SlotAction.CreateGhost create) {
            return create(create);
        } else if (action instanceof SlotAction.DeleteGhost delete) {
            return delete(delete.ghost());
        } else if (action instanceof SlotAction.AddFinalizer add) {
            return finalizer(add.kind(), add.object(), true);
        } else if (action instanceof SlotAction.DropFinalizer drop) {
            return finalizer(drop.kind(), drop.object(), false);
        } else if (action instanceof SlotAction.RecordEvent event) {
            events.record(event);
            return WriteOutcome.DONE;
        }
        return writeStatus(action);
    }

    private WriteOutcome writeStatus(SlotAction action) throws ApiUnavailableException {
        if (action instanceof SlotAction.WriteTestbedStatus write) {
            return status(ObjectKind.TESTBED, write.testbed().metadata(), StatusJson.of(write.status()));
        } else if (action instanceof SlotAction.WriteJobStatus write) {
            BatchJob job = write.job();
            String application = job.problemOfRuns() == null ? job.spec().application() : "";
            return status(ObjectKind.BATCH_JOB, job.metadata(), StatusJson.of(write.status(), application));
        } else if (action instanceof SlotAction.WriteSchedulingStatus write) {
            return status(ObjectKind.SCHEDULING, write.scheduling().metadata(), StatusJson.of(write.status()));
        }
        throw new IllegalStateException("unknown action " + action);
    }

    /** A ledger that is not written holds up its whole namespace: no later action follows from it. */
    private WriteOutcome replace(String namespace, SlotAction.WriteClaims write) throws ApiUnavailableException {
        WriteOutcome outcome = claims.replace(namespace, write.claims(), write.expectedVersion());
        if (outcome != WriteOutcome.REFUSED) {
            return outcome;
        }
        cache.read(namespace, objects -> List.copyOf(objects.schedulings.values())).stream()
                .map(Scheduling::metadata)
                .sorted(ObjectMetadata.OLDEST_FIRST)
                .limit(MOST_TOLD)
                .forEach(scheduling -> events.warn(
                        ObjectKind.SCHEDULING,
                        scheduling,
                        "LedgerTooLarge",
                        "the ledger is too large: delete completed Schedulings"));
        return WriteOutcome.FAILED;
    }

    private WriteOutcome create(SlotAction.CreateApplication create) throws ApiUnavailableException {
        BatchJob job = create.job();
        ApplicationKind kind = kind(job.spec().application());
        String spec = cache.read(job.metadata().namespace(), objects -> {
            NamespaceObjects.JobEntry entry = objects.jobs.get(job.name());
            return entry == null ? null : entry.application();
        });
        ApplicationRequest request = new ApplicationRequest(
                job.metadata().key(),
                job.uid(),
                ObjectReader.parse(spec),
                create.testbed().uid(),
                create.run().epoch(),
                create.slots().stream().map(Slot::position).toList(),
                create.testbed().spec().resourcesPerSlot(),
                create.testbed().spec().tolerations(),
                pods);
        ApiResponse reply = api.post(
                kind.path(job.metadata().namespace()), kind.manifest(request).toString());
        if (WriteOutcome.isRefusal(reply)) {
            // Seen by people: the run fails when it has not begun in time.
            events.warn(ObjectKind.BATCH_JOB, job.metadata(), "ApplicationRefused", reply.message());
        }
        return WriteOutcome.of("create an application", job.metadata().key(), reply);
    }

    private WriteOutcome create(SlotAction.CreateGhost create) throws ApiUnavailableException {
        ObjectMetadata testbed = create.testbed().metadata();
        String node = create.place().node();
        String path = "/api/v1/namespaces/" + ghosts.namespace() + "/pods";
        ApiResponse reply = api.post(path, ghosts.on(create.testbed(), create.place()));
        if (WriteOutcome.isRefusal(reply)) {
            // The name of the pod is left out, so that the same refusal of many pods is one event.
            String cause = GhostPods.NAME.matcher(reply.message()).replaceAll("slot");
            events.warn(ObjectKind.TESTBED, testbed, "GhostRefused", "a pod that holds a slot was refused: " + cause);
        }
        return WriteOutcome.of("create a pod that holds a slot on node " + node, testbed.key(), reply);
    }

    private WriteOutcome delete(Application application) throws ApiUnavailableException {
        String path = kind(application.kind()).path(application.key().namespace()) + "/"
                + application.key().name();
        return delete("delete an application", path, application.uid(), null);
    }

    /** Deletes a ghost pod without grace, as it does nothing. */
    WriteOutcome delete(GhostPod ghost) throws ApiUnavailableException {
        return delete("delete a pod that holds a slot", pods(ghost.key()), ghost.uid(), 0);
    }

    private static ApplicationKind kind(String name) {
        return ApplicationKind.ALL.stream()
                .filter(kind -> kind.name().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no kind of application is called " + name));
    }

    private static String pods(ObjectKey key) {
        return "/api/v1/namespaces/" + key.namespace() + "/pods/" + key.name();
    }

    private WriteOutcome delete(String what, String path, String uid, @Nullable Integer grace)
            throws ApiUnavailableException {
        ObjectNode options = Json.object();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Background");
        options.putObject("preconditions").put("uid", uid);
        if (grace != null) {
            options.put("gracePeriodSeconds", grace);
        }
        return WriteOutcome.of(what, path, api.delete(path, options.toString()));
    }

    private WriteOutcome status(ObjectKind kind, ObjectMetadata object, ObjectNode status)
            throws ApiUnavailableException {
        ArrayNode patch = Json.array();
        patch.addObject().put("op", "test").put("path", "/metadata/uid").put("value", object.uid());
        patch.addObject()
                .put("op", "test")
                .put("path", "/metadata/resourceVersion")
                .put("value", object.resourceVersion());
        patch.addObject().put("op", "add").put("path", "/status").set("value", status);
        String path = path(kind, object.key());
        ApiResponse reply = api.patch(path + "/status", ApiRequests.JSON_PATCH, patch.toString());
        if (reply.isSuccess()) {
            keep(kind, reply.json());
            return WriteOutcome.DONE;
        }
        return isOutdated(kind, object, reply)
                ? WriteOutcome.DONE
                : WriteOutcome.of("write a status of batch slots", path, reply);
    }

    /** Returns whether the object was changed meanwhile, so that a patch does not apply to it, and takes in what it is now. */
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
            case TESTBED -> cache.put(ObjectReader.testbed(object));
            case BATCH_JOB -> {
                BatchJob job = ObjectReader.job(object);
                cache.put(job, ObjectReader.application(object, job));
            }
            case SCHEDULING -> cache.put(ObjectReader.scheduling(object));
        }
    }

    private WriteOutcome finalizer(ObjectKind kind, ObjectMetadata object, boolean wanted)
            throws ApiUnavailableException {
        String path = path(kind, object.key());
        ApiResponse known = api.get(path);
        JsonNode metadata = known.json().path("metadata");
        boolean isSame = known.isSuccess() && metadata.path("uid").asText().equals(object.uid());
        if (!isSame) {
            return WriteOutcome.of("read an object of batch slots", path, known);
        }
        ArrayNode finalizers = Json.array();
        metadata.path("finalizers").forEach(each -> {
            if (!each.asText().equals(ObjectReader.FINALIZER)) {
                finalizers.add(each);
            }
        });
        if (wanted) {
            finalizers.add(ObjectReader.FINALIZER);
        }
        if (finalizers.equals(metadata.path("finalizers"))) {
            keep(kind, known.json());
            return WriteOutcome.DONE;
        }
        ObjectNode patch = Json.object();
        patch.putObject("metadata")
                .put("uid", object.uid())
                .put("resourceVersion", metadata.path("resourceVersion").asText())
                .set("finalizers", finalizers);
        ApiResponse reply = api.patch(path, ApiRequests.MERGE_PATCH, patch.toString());
        if (reply.isSuccess() && wanted) {
            keep(kind, reply.json());
        }
        return WriteOutcome.of("write the finalizer of an object of batch slots", path, reply);
    }

    private static String path(ObjectKind kind, ObjectKey key) {
        return SlotKinds.API + "/namespaces/" + key.namespace() + "/"
                + kind.text().toLowerCase(Locale.ROOT) + "s/" + key.name();
    }
}
