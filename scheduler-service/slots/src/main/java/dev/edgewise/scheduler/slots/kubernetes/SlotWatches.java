package dev.edgewise.scheduler.slots.kubernetes;

import com.fasterxml.jackson.databind.JsonNode;
import dev.edgewise.common.Names;
import dev.edgewise.kubernetes.watch.InvalidObjectException;
import dev.edgewise.kubernetes.watch.ModuleWatchedKinds;
import dev.edgewise.kubernetes.watch.WatchedKind;
import dev.edgewise.scheduler.slots.application.ApplicationKind;
import dev.edgewise.scheduler.slots.decide.ObservedBatchJobApplication;
import dev.edgewise.scheduler.slots.model.BatchJob;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The kinds of objects that batch slots are made of, and where each goes. */
final class SlotWatches {
    static final String GROUP = "edgewise.dev";
    static final String API = "/apis/" + GROUP + "/v1alpha1";

    private final SlotCache cache;
    private final SlotFactPublisher view;
    private final ClaimsStore claims;
    private final String own;

    /** @param own the service's namespace, which has the ledgers and the pause pods */
    SlotWatches(SlotCache cache, SlotFactPublisher view, ClaimsStore claims, String own) {
        this.cache = cache;
        this.view = view;
        this.claims = claims;
        this.own = own;
    }

    ModuleWatchedKinds all() {
        List<WatchedKind<?>> kinds = new ArrayList<>();
        kinds.add(own("testbeds", this::testbed, this::testbedGone));
        kinds.add(own("batchjobs", object -> cache.put(job(object)), cache::removeJob));
        kinds.add(own(
                "schedulings", object -> cache.put(SlotObjectJsonReader.scheduling(object)), cache::removeScheduling));
        for (ApplicationKind kind : ApplicationKind.ALL) {
            kinds.add(kind(
                    kind.plural(),
                    kind.path(),
                    Names.BATCH_JOB_LABEL,
                    object -> cache.put(application(kind, object), object.version()),
                    (namespace, name) -> cache.removeApplication(kind.name(), namespace, name),
                    isServed -> cache.serve(kind.name(), isServed)));
        }
        kinds.add(kind("pods", "/api/v1/pods", Names.BATCH_JOB_LABEL, this::pod, cache::removePod, null));
        String pods = "/api/v1/namespaces/" + own + "/pods";
        kinds.add(kind("pods", pods, Names.SLOT_PAUSE_POD_LABEL, this::pausePod, this::pausePodGone, null));
        String ledgers = "/api/v1/namespaces/" + own + "/configmaps";
        kinds.add(kind("configmaps", ledgers, ClaimsStore.LABEL, this::ledger, this::ledgerGone, null));
        return new ModuleWatchedKinds(kinds);
    }

    /** Returns a kind of ours, which counts as empty where its definition is not installed. */
    private WatchedKind<KubeObject> own(String name, Consumer<KubeObject> changed, BiConsumer<String, String> gone) {
        return kind(name, API + "/" + name, "", changed, gone, isServed -> view.served(name, isServed));
    }

    /** @param labels the label that they have; empty for all */
    private static WatchedKind<KubeObject> kind(
            String name,
            String path,
            String labels,
            Consumer<KubeObject> changed,
            BiConsumer<String, String> gone,
            @Nullable Consumer<Boolean> served) {
        return new WatchedKind<>(name, path, "", labels, KubeObject.class, all -> true, changed, gone, null, served);
    }

    private void testbed(KubeObject object) {
        cache.put(SlotObjectJsonReader.testbed(object));
        view.show(object.key().namespace());
    }

    private void testbedGone(String namespace, String name) {
        cache.removeTestbed(namespace, name);
        view.show(namespace);
    }

    static NamespaceObjects.JobEntry job(KubeObject object) {
        BatchJob job = SlotObjectJsonReader.job(object);
        return new NamespaceObjects.JobEntry(job, SlotObjectJsonReader.application(object, job));
    }

    static ObservedBatchJobApplication application(ApplicationKind kind, KubeObject object) {
        ApplicationKind.Observation seen = kind.observe(object.spec(), object.status());
        return new ObservedBatchJobApplication(
                kind.name(),
                object.key(),
                object.uid(),
                owner(object),
                epoch(object.annotation(Names.SLOT_EPOCH_ANNOTATION)),
                seen.phase(),
                seen.message(),
                object.deleting(),
                kind.endsWithPods(object.spec()));
    }

    private static String owner(KubeObject object) {
        for (OwnerReference owner : object.getMetadata().getOwnerReferences()) {
            if (Boolean.TRUE.equals(owner.getController()) && "BatchJob".equals(owner.getKind())) {
                return owner.getUid();
            }
        }
        return "";
    }

    private static long epoch(String text) {
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException none) {
            return 0;
        }
    }

    private void pod(KubeObject object) {
        ObservedBatchJobPod pod = ObservedBatchJobPod.of(object);
        if (pod == null) {
            cache.removePod(object.key().namespace(), object.key().name());
        } else {
            cache.put(pod);
        }
    }

    private void pausePod(KubeObject object) {
        cache.put(SlotPausePodManifest.read(object), object.version());
        view.showPausePod(object.key());
    }

    private void pausePodGone(String namespace, String name) {
        ObjectKey key = new ObjectKey(namespace, name);
        cache.removePausePod(key);
        view.showPausePod(key);
    }

    private void ledger(KubeObject object) {
        String namespace = object.label(ClaimsStore.LABEL);
        try {
            claims.read(namespace, object.getMetadata().getResourceVersion(), object.data());
        } catch (IllegalArgumentException broken) {
            JsonNode data = object.data().path(ClaimsStore.FIELD);
            throw new InvalidObjectException("data." + ClaimsStore.FIELD, data, "what this service has written");
        } finally {
            view.show(namespace);
        }
    }

    private void ledgerGone(String own, String name) {
        String namespace = ClaimsStore.namespaceOf(name);
        cache.removeLedger(namespace);
        view.show(namespace);
    }
}
