package dev.edgewise.kubernetes.watch;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.io.JsonEOFException;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.edgewise.common.InterruptibleRetryBackoff;
import dev.edgewise.kubernetes.api.ApiServerClient;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lists one kind, then watches it, on its own thread. After a disconnect it continues from the last version; if the
 * server no longer knows that version, it lists again. Watches are short, so that a silent one is soon replaced.
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
    private final ResumableListWatch<T> watch;
    private final ConsistencyCheck<T> consistency;
    private final CompletableFuture<Void> synced = new CompletableFuture<>();
    private volatile boolean served;
    private final InterruptibleRetryBackoff pauses = new InterruptibleRetryBackoff(SHORTEST_PAUSE, LONGEST_PAUSE);
    private final InterruptibleRetryBackoff absence = new InterruptibleRetryBackoff(SHORTEST_ABSENCE, LONGEST_ABSENCE);
    private final WatchOutage outage;
    private final Thread thread;

    Reflector(
            ApiServerClient api, WatchedKind<T> kind, ObjectMapper mapper, WatchTimeout length, MeterRegistry meters) {
        KindReader<T> reader = new KindReader<>(api, kind, mapper);
        ObjectDispatcher<T> dispatcher = new ObjectDispatcher<>(kind, meters);
        this.kind = kind;
        this.watch = new ResumableListWatch<>(kind.name(), reader, dispatcher, length, meters);
        this.consistency = new ConsistencyCheck<>(kind, reader, dispatcher, watch::rewind, meters);
        this.outage = new WatchOutage(kind.name());
        this.thread = new Thread(this::run, "watch-" + kind.name());
        thread.setDaemon(true);
    }

    synchronized void start() {
        if (!pauses.isOver() && thread.getState() == Thread.State.NEW) {
            thread.start();
        }
    }

    /** Ends the watch permanently. */
    synchronized void stop() {
        pauses.end();
        watch.stop();
        absence.end();
    }

    /** Completes once all objects of the first list were delivered. */
    CompletableFuture<Void> synced() {
        return synced;
    }

    ResumableListWatch<T> watch() {
        return watch;
    }

    ConsistencyCheck<T> consistency() {
        return consistency;
    }

    String name() {
        return kind.name();
    }

    /** Whether the API server need not have the kind. */
    boolean isOptional() {
        return kind.served() != null;
    }

    /** Whether the API server had the kind when it was asked last; false before it was listed. */
    boolean isServed() {
        return served;
    }

    /** Duration of the current outage; zero if there is none. */
    Duration outage() {
        return outage.lasts();
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
            listAndWatch();
        } catch (ApiStatusException refused) {
            if (refused.isNotFound() && isOptional()) {
                awaitKind();
                return;
            }
            if (!refused.isPassing()) {
                watch.forget();
            }
            retry(refused);
        } catch (JsonEOFException cut) {
            retry(cut);
        } catch (JsonProcessingException | UnreadableEventException unreadable) {
            // The same event would come again: list instead.
            watch.forget();
            retry(unreadable);
        } catch (IOException cut) {
            retry(cut);
        } catch (RuntimeException | Error mistake) {
            LOG.error("A watch failed with an unexpected error; kind={}", kind.name(), mistake);
            watch.forget();
            pauses.pause();
        }
    }

    private void listAndWatch() throws IOException, ApiStatusException, InterruptedException {
        long begun = System.nanoTime();
        if (watch.needsList()) {
            watch.list();
            served(true);
            synced.complete(null);
        }
        watch.follow(this::recovered);
        if (System.nanoTime() - begun >= HELD.toNanos()) {
            recovered();
        } else if (!watch.isHurried()) {
            // A server that ends each watch immediately must not cause a busy loop.
            pauses.pause();
        }
    }

    private void recovered() {
        pauses.reset();
        outage.isOver();
    }

    private void awaitKind() throws InterruptedException {
        if (absence.isFirst()) {
            LOG.info("The API server does not serve a resource, treating it as empty; kind={}", kind.name());
        }
        watch.forget();
        recovered();
        served(false);
        synced.complete(null);
        absence.pause();
    }

    private void served(boolean whether) {
        served = whether;
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
}
