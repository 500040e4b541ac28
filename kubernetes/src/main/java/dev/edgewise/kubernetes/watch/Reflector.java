package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.Pauses;
import dev.edgewise.kubernetes.api.ApiRequests;
import dev.edgewise.kubernetes.http.Stream;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists one kind, then watches it, on its own thread. After a disconnect it continues from the last version; if the server no
 * longer knows that version, it lists again. Watches are short, so that a silent one is soon replaced.
 */
final class Reflector<T extends HasMetadata> {
    private static final Logger LOG = LoggerFactory.getLogger(Reflector.class);

    private static final Duration SHORTEST_PAUSE = Duration.ofMillis(100);
    private static final Duration LONGEST_PAUSE = Duration.ofMillis(3_200);
    /** A watch that lasted longer did not fail: the next starts immediately. */
    private static final Duration HELD = Duration.ofSeconds(2);
    /** A kind that is not served may appear with an upgrade of the cluster. */
    private static final Duration SHORTEST_ABSENCE = Duration.ofSeconds(30);

    private static final Duration LONGEST_ABSENCE = Duration.ofMinutes(5);

    private final WatchedKind<T> kind;
    private final KindReader<T> reader;
    private final ObjectDispatcher<T> dispatcher;
    private final ConsistencyCheck<T> consistency;
    private final Counter repairs;
    private final CompletableFuture<Void> synced = new CompletableFuture<>();
    private final Pauses pauses = new Pauses(SHORTEST_PAUSE, LONGEST_PAUSE);
    private final WatchLength length;
    private final Outage outage;
    private final Pauses absence = new Pauses(SHORTEST_ABSENCE, LONGEST_ABSENCE);
    private final Thread thread;
    private volatile @Nullable Stream stream;
    private volatile @Nullable String revision;

    Reflector(ApiRequests api, WatchedKind<T> kind, ObjectMapper mapper, WatchLength length, MeterRegistry meters) {
        this.kind = kind;
        this.length = length;
        this.reader = new KindReader<>(api, kind, mapper);
        this.dispatcher = new ObjectDispatcher<>(kind, meters);
        this.consistency = new ConsistencyCheck<>(api, kind, reader, dispatcher);
        this.outage = new Outage(kind.name());
        this.repairs = Counter.builder("edgewise.watch.repairs")
                .description("Objects that a watch had missed, and a comparison with the API server repaired")
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
        reader.stop();
        closeStream();
        absence.end();
    }

    /** Done once all objects of the first list were delivered. */
    CompletableFuture<Void> synced() {
        return synced;
    }

    /** Everything up to this version was delivered; 0 before the first list. */
    long progress() {
        return ResourceVersion.parse(revision);
    }

    /** Replaces the watch by a short one, whose bookmark reports the API server's version within about two seconds. */
    void hurry() {
        length.hurry();
        closeStream();
    }

    /** Compares with the API server. */
    ConsistencyCheck<T> consistency() {
        return consistency;
    }

    void repair(Set<ConsistencyCheck.Suspect> suspects) throws IOException, ApiStatusException {
        int repaired = consistency.repair(suspects);
        if (repaired > 0) {
            repairs.increment(repaired);
            LOG.warn("resync repaired {} stale objects; kind={}", repaired, kind.name());
        }
    }

    String name() {
        return kind.name();
    }

    /** Duration of the current outage; zero if there is none. */
    Duration outage() {
        return outage.lasts();
    }

    /** Returns whether there was one. */
    boolean closeStream() {
        Stream open = stream;
        if (open != null) {
            open.close();
        }
        return open != null;
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
        long begun = System.nanoTime();
        try {
            if (revision == null) {
                revision = FullList.read(reader, dispatcher);
                served(true);
                synced.complete(null);
            }
            watch();
            if (System.nanoTime() - begun >= HELD.toNanos()) {
                recovered();
            } else if (!length.isHurried()) {
                // A server that ends each watch immediately must not cause a busy loop.
                pauses.pause();
            }
        } catch (ApiStatusException refused) {
            if (refused.isNotFound() && kind.served() != null) {
                awaitKind();
                return;
            }
            if (!refused.isPassing()) {
                revision = null;
            }
            retry(refused);
        } catch (JsonEOFException cut) {
            retry(cut);
        } catch (JsonProcessingException unreadable) {
            // The same event would come again: list instead.
            revision = null;
            retry(unreadable);
        } catch (IOException cut) {
            retry(cut);
        } catch (RuntimeException | Error mistake) {
            LOG.error("watch failed: unexpected error; kind={}", kind.name(), mistake);
            revision = null;
            pauses.pause();
        }
    }

    private void recovered() {
        pauses.reset();
        outage.isOver();
    }

    private void awaitKind() throws InterruptedException {
        if (absence.isFirst()) {
            LOG.info("the API server does not serve kind={}: it counts as empty until it does", kind.name());
        }
        revision = null;
        recovered();
        served(false);
        synced.complete(null);
        absence.pause();
    }

    private void served(boolean whether) {
        Consumer<Boolean> listener = kind.served();
        if (listener != null) {
            listener.accept(whether);
        }
    }

    private void retry(Exception problem) throws InterruptedException {
        if (!pauses.isOver()) {
            outage.failed(problem);
            pauses.pause();
        }
    }

    private void watch() throws IOException, ApiStatusException {
        String from = revision;
        if (from == null) {
            return;
        }
        int seconds = length.nextSeconds();
        try (Stream opened = reader.watch(from, seconds, length.silence(seconds))) {
            stream = opened;
            if (!pauses.isOver() && !length.isHurried()) {
                read(opened);
            }
        } finally {
            stream = null;
        }
    }

    /** Closing the stream here is no failure; the next watch is short, as this one may have been. */
    private void read(Stream opened) throws IOException, ApiStatusException {
        try {
            follow(reader.events(opened));
            opened.finish();
        } catch (IOException cut) {
            if (!opened.isClosed()) {
                throw cut;
            }
            length.hurry();
        }
    }

    private void follow(JsonEncoding.Events<T> events) throws IOException, ApiStatusException {
        for (WatchEvent<T> event = events.next(); event != null; event = events.next()) {
            recovered();
            dispatch(event);
        }
    }

    private void dispatch(WatchEvent<T> event) throws ApiStatusException {
        if (event instanceof WatchEvent.Changed<T> changed) {
            dispatcher.changed(changed.object());
            revision = changed.object().getMetadata().getResourceVersion();
        } else if (event instanceof WatchEvent.Unreadable<T> unreadable) {
            dispatcher.unreadable(unreadable.partial(), unreadable.problem());
            revision = orElse(unreadable.partial().getMetadata().getResourceVersion(), revision);
        } else if (event instanceof WatchEvent.Gone<T> gone) {
            dispatcher.gone(gone.object());
            revision = orElse(gone.object().getMetadata().getResourceVersion(), revision);
        } else if (event instanceof WatchEvent.Bookmark<T> bookmark) {
            revision = bookmark.revision();
        } else if (event instanceof WatchEvent.Failed<T> failed) {
            throw new ApiStatusException(failed.code(), failed.message());
        }
    }

    private static @Nullable String orElse(@Nullable String version, @Nullable String fallback) {
        return version == null ? fallback : version;
    }
}
