package dev.edgewise.scheduler.kubernetes.watch;

import dev.edgewise.common.Pauses;
import dev.edgewise.scheduler.kubernetes.api.ApiRequests;
import dev.edgewise.scheduler.kubernetes.http.Stream;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * Lists one kind, then watches it, on a thread of its own. A watch that was cut goes on where it was; only where the
 * server no longer knows that version, all is listed anew.
 */
final class KindWatch<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(KindWatch.class);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(3_200);

    private final WatchedKind<T> kind;
    private final KindReader<T> reader;
    private final Delivery<T> delivery;
    private final DriftCheck<T> drift;
    private final Counter repairs;
    private final CompletableFuture<Void> synced = new CompletableFuture<>();
    private final Pauses pauses = new Pauses(SHORTEST_PAUSE, LONGEST_PAUSE);
    private final Thread thread;
    private volatile @Nullable Stream stream;
    private @Nullable String revision;

    KindWatch(ApiRequests api, WatchedKind<T> kind, MeterRegistry meters) {
        this.kind = kind;
        this.reader = new KindReader<>(api, kind);
        this.delivery = new Delivery<>(kind, meters);
        this.drift = new DriftCheck<>(api, kind, delivery);
        this.repairs = Counter.builder("edgewise.watch.repairs")
                .description("Objects that a watch had missed, and a comparison with the API server mended")
                .tag("kind", kind.name())
                .register(meters);
        this.thread = new Thread(this::run, "watch-" + kind.name());
        thread.setDaemon(true);
    }

    synchronized void start() {
        if (!pauses.isOver() && thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Ends the watch for good. */
    synchronized void stop() {
        pauses.end();
        Stream open = stream;
        if (open != null) {
            open.close();
        }
    }

    /** Done once all objects of the first list were handed on. */
    CompletableFuture<Void> synced() {
        return synced;
    }

    Set<DriftCheck.Suspect> suspects() throws IOException, RefusedException {
        return drift.suspects();
    }

    Set<DriftCheck.Suspect> lagging() throws IOException, RefusedException {
        return drift.lagging();
    }

    void mend(Set<DriftCheck.Suspect> suspects) throws IOException, RefusedException {
        int mended = drift.mend(suspects);
        if (mended > 0) {
            repairs.increment(mended);
            LOG.warn("mended kind={} objects={}: the watch had missed them", kind.name(), mended);
        }
    }

    String name() {
        return kind.name();
    }

    private void run() {
        try {
            while (!pauses.isOver()) {
                attempt();
            }
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
        }
    }

    private void attempt() throws InterruptedException {
        try {
            if (revision == null) {
                revision = list();
                synced.complete(null);
            }
            watch();
            // The server ended it; a server that always does so at once must not keep us busy.
            pauses.pause();
        } catch (RefusedException refused) {
            if (!refused.isPassing()) {
                revision = null;
            }
            retry(refused);
        } catch (IOException cut) {
            retry(cut);
        } catch (RuntimeException mistake) {
            LOG.error("a watch failed on our side kind={}", kind.name(), mistake);
            revision = null;
            pauses.pause();
        }
    }

    private void retry(Exception problem) throws InterruptedException {
        if (!pauses.isOver()) {
            // Once per outage; how often it was tried since is of no use to anybody.
            LOG.atLevel(pauses.isFirst() ? Level.WARN : Level.DEBUG)
                    .log("cannot watch kind={}, trying again: {}", kind.name(), problem.getMessage());
            pauses.pause();
        }
    }

    private String list() throws IOException, RefusedException {
        Set<ObjectName> listed = new HashSet<>();
        String version = reader.list(object -> {
            listed.add(ObjectName.of(object.getMetadata()));
            delivery.changed(object);
        });
        delivery.goneUnless(listed, Revision.parse(version));
        return version;
    }

    private void watch() throws IOException, RefusedException {
        String from = revision;
        if (from == null) {
            return;
        }
        try (Stream opened = reader.watch(from)) {
            stream = opened;
            if (pauses.isOver()) {
                return;
            }
            follow(reader.events(opened));
        } finally {
            stream = null;
        }
    }

    private void follow(Encoding.Events<T> events) throws IOException, RefusedException {
        for (WatchEvent<T> event = events.next(); event != null; event = events.next()) {
            pauses.reset();
            tell(event);
        }
    }

    private void tell(WatchEvent<T> event) throws RefusedException {
        if (event instanceof WatchEvent.Changed<T> changed) {
            delivery.changed(changed.object());
            revision = changed.object().getMetadata().getResourceVersion();
        } else if (event instanceof WatchEvent.Gone<T> gone) {
            delivery.gone(gone.object());
            revision = gone.object().getMetadata().getResourceVersion();
        } else if (event instanceof WatchEvent.Bookmark<T> bookmark) {
            revision = bookmark.revision();
        } else if (event instanceof WatchEvent.Failed<T> failed) {
            throw new RefusedException(failed.code(), failed.message());
        }
    }
}
