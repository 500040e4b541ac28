package dev.edgewise.scheduler.kubernetes.watch;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.informers.ResourceEventHandler;
import io.fabric8.kubernetes.client.informers.SharedIndexInformer;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lists and watches one kind. Outages of the API server and watches that expired are waited out by the informer. */
final class KindWatch<T extends HasMetadata> implements ResourceEventHandler<T> {
    private static final Logger LOG = LoggerFactory.getLogger(KindWatch.class);
    /** Objects per page of the first list: what is held as JSON objects at one time. */
    private static final long PAGE = 500;

    private final KubernetesClient client;
    private final WatchedKind<T> kind;
    private final Delivery<T> delivery;
    private final DriftCheck<T> drift;
    private final Counter repairs;
    private final CompletableFuture<Void> synced = new CompletableFuture<>();
    private @Nullable SharedIndexInformer<T> informer;
    private boolean stopped;

    KindWatch(KubernetesClient client, WatchedKind<T> kind, MeterRegistry meters) {
        this.client = client;
        this.kind = kind;
        this.delivery = new Delivery<>(kind, meters);
        this.drift = new DriftCheck<>(client, kind, delivery);
        this.repairs = Counter.builder("edgewise.watch.repairs")
                .description("Objects that a watch had missed, and a comparison with the API server mended")
                .tag("kind", kind.name())
                .register(meters);
    }

    synchronized void start() {
        if (stopped) {
            return;
        }
        informer = kind.resources()
                .apply(client)
                .withLimit(PAGE)
                .runnableInformer(0)
                .removeNamespaceIndex()
                .itemStore(new RevisionStore<>(kind.blank()))
                .exceptionHandler(this::retry);
        informer.addEventHandler(this);
        informer.start();
    }

    /** Ends the watch for good. */
    synchronized void stop() {
        if (informer != null) {
            informer.stop();
            informer = null;
        }
        stopped = true;
    }

    /** Done once all objects of the first list were handed on. */
    CompletableFuture<Void> synced() {
        return synced;
    }

    Set<DriftCheck.Suspect> suspects() {
        return drift.suspects();
    }

    void mend(Set<DriftCheck.Suspect> suspects) {
        int mended = drift.mend(suspects);
        if (mended > 0) {
            repairs.increment(mended);
            LOG.warn("mended kind={} objects={}: the watch had missed them", kind.name(), mended);
        }
    }

    String name() {
        return kind.name();
    }

    @Override
    public void onList(String resourceVersion, boolean remaining) {
        synced.complete(null);
    }

    @Override
    public void onAdd(T object) {
        delivery.changed(object);
    }

    @Override
    public void onUpdate(T before, T object) {
        delivery.changed(object);
    }

    @Override
    public void onDelete(T object, boolean finalStateUnknown) {
        delivery.gone(object);
    }

    private boolean retry(boolean started, Throwable problem) {
        LOG.warn("cannot watch kind={}, trying again: {}", kind.name(), problem.getMessage());
        return true;
    }
}
