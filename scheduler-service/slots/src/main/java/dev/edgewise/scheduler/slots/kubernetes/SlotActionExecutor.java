package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.edgewise.kubernetes.api.ApiServerClient;
import dev.edgewise.kubernetes.api.ApiUnavailableException;
import dev.edgewise.kubernetes.http.ApiResponse;
import dev.edgewise.scheduler.slots.application.ApplicationKind;
import dev.edgewise.scheduler.slots.application.ApplicationManifestInput;
import dev.edgewise.scheduler.slots.application.SlotPodSettings;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication;
import dev.edgewise.scheduler.slots.decide.SlotAction;
import dev.edgewise.scheduler.slots.decide.SlotPausePod;
import dev.edgewise.scheduler.slots.decide.SlotPod;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import dev.edgewise.scheduler.slots.model.ObjectKind;
import dev.edgewise.scheduler.slots.model.ObjectMetadata;
import dev.edgewise.scheduler.slots.model.Scheduling;
import dev.edgewise.scheduler.slots.model.Slot;
import org.jspecify.annotations.Nullable;

/**
 * Carries out single actions by requests to the API server, each sent once: what is missing is asked for by the next
 * decision. Each method returns the outcome.
 */
final class SlotActionExecutor {
    private static final int MOST_WARNED_SCHEDULINGS = 100;

    private final ApiServerClient api;
    private final SlotCache cache;
    private final SlotFactPublisher view;
    private final ClaimsStore claims;
    private final SlotObjectStatusWriter objects;
    private final SlotPausePodManifest manifest;
    private final SlotPodSettings pods;
    private final SlotKubernetesEventRecorder events;

    SlotActionExecutor(
            ApiServerClient api,
            SlotCache cache,
            SlotFactPublisher view,
            ClaimsStore claims,
            SlotPausePodManifest manifest,
            SlotPodSettings pods,
            SlotKubernetesEventRecorder events) {
        this.api = api;
        this.cache = cache;
        this.view = view;
        this.claims = claims;
        this.objects = new SlotObjectStatusWriter(api, cache);
        this.manifest = manifest;
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
        } else if (action instanceof SlotAction.CreatePausePod create) {
            return create(create);
        } else if (action instanceof SlotAction.DeletePausePod delete) {
            return delete(delete.pausePod());
        } else if (action instanceof SlotAction.AddFinalizer add) {
            return objects.finalizer(add.kind(), add.object(), true);
        } else if (action instanceof SlotAction.DropFinalizer drop) {
            return objects.finalizer(drop.kind(), drop.object(), false);
        } else if (action instanceof SlotAction.RecordEvent event) {
            events.record(event);
            return WriteOutcome.DONE;
        }
        return writeStatus(action);
    }

    private WriteOutcome writeStatus(SlotAction action) throws ApiUnavailableException {
        if (action instanceof SlotAction.WriteTestbedStatus write) {
            return objects.write(write);
        } else if (action instanceof SlotAction.WriteJobStatus write) {
            return objects.write(write);
        } else if (action instanceof SlotAction.WriteSchedulingStatus write) {
            return objects.write(write);
        }
        throw new IllegalStateException("unknown action " + action);
    }

    /** A ledger that is not written holds up its whole namespace: no later action follows from it. */
    private WriteOutcome replace(String namespace, SlotAction.WriteClaims write) throws ApiUnavailableException {
        WriteOutcome outcome = claims.replace(namespace, write.claims(), write.expectedVersion());
        if (outcome != WriteOutcome.REFUSED) {
            return outcome;
        }
        cache.read(namespace, known -> known.schedulings.all()).stream()
                .map(Scheduling::metadata)
                .sorted(ObjectMetadata.OLDEST_FIRST)
                .limit(MOST_WARNED_SCHEDULINGS)
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
        String spec = cache.read(job.metadata().namespace(), known -> {
            NamespaceObjects.JobEntry entry = known.jobs.get(job.name());
            return entry == null ? null : entry.application();
        });
        ApplicationManifestInput request = new ApplicationManifestInput(
                job.metadata().key(),
                job.uid(),
                SlotObjectJsonReader.parse(spec),
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
        } else if (reply.isSuccess()) {
            KubeObject made = KubeObject.of(reply.json());
            cache.putOwn(SlotWatches.application(kind, made), made.version());
        }
        return WriteOutcome.of("create an application", job.metadata().key(), reply);
    }

    private WriteOutcome create(SlotAction.CreatePausePod create) throws ApiUnavailableException {
        ObjectMetadata testbed = create.testbed().metadata();
        String node = create.place().node();
        String path = "/api/v1/namespaces/" + manifest.namespace() + "/pods";
        ApiResponse reply = api.post(path, manifest.on(create.testbed(), create.place()));
        if (WriteOutcome.isRefusal(reply)) {
            // The name of the pod is left out, so that the same refusal of many pods is one event.
            String cause = SlotPausePodManifest.NAME.matcher(reply.message()).replaceAll("slot");
            events.warn(ObjectKind.TESTBED, testbed, "GhostRefused", "a pod that holds a slot was refused: " + cause);
        } else if (reply.isSuccess()) {
            // A pod that is bound into the slot from now on deletes it first.
            KubeObject made = KubeObject.of(reply.json());
            cache.putOwn(SlotPausePodManifest.read(made), made.version());
            view.showPausePod(made.key());
        }
        return WriteOutcome.of("create a pod that holds a slot on node " + node, testbed.key(), reply);
    }

    private WriteOutcome delete(ObservedBatchJobApplication application) throws ApiUnavailableException {
        String path = kind(application.kind()).path(application.key().namespace()) + "/"
                + application.key().name();
        return delete("delete an application", path, application.uid(), null);
    }

    /** Deletes a pause pod without grace, as it does nothing. */
    WriteOutcome delete(SlotPausePod pausePod) throws ApiUnavailableException {
        return delete("delete a pod that holds a slot", pods(pausePod.key()), pausePod.uid(), 0);
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
        ObjectNode options = JsonFieldAccess.object();
        options.put("apiVersion", "v1").put("kind", "DeleteOptions").put("propagationPolicy", "Background");
        options.putObject("preconditions").put("uid", uid);
        if (grace != null) {
            options.put("gracePeriodSeconds", grace);
        }
        return WriteOutcome.of(what, path, api.delete(path, options.toString()));
    }
}
