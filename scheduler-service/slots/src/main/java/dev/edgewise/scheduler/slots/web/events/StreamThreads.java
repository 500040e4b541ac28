package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.web.BusyException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/** Runs each stream of events in a thread of its own, which waits for changes and for its client: a slow client delays no other. */
final class StreamThreads {
    private static final Logger LOG = LoggerFactory.getLogger(StreamThreads.class);
    /** A stream without an end; a client that went away shows at the next heartbeat. */
    private static final long NO_TIMEOUT = 0;

    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final Semaphore free;
    private final int most;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(new CustomizableThreadFactory("slot-events-"));

    /** @param most streams at a time */
    StreamThreads(int most) {
        this.free = new Semaphore(most);
        this.most = most;
    }

    /** The content of a stream. */
    interface Stream {
        /** Sends until there is nothing more to send, or the client has gone. */
        void send(SseEmitter client) throws IOException, InterruptedException;
    }

    /** @throws BusyException if there are too many streams */
    SseEmitter open(Stream stream) {
        if (!free.tryAcquire()) {
            throw new BusyException(most + " clients follow events already, the most that are allowed", RETRY_AFTER);
        }
        SseEmitter client = new SseEmitter(NO_TIMEOUT);
        try {
            threads.execute(() -> run(stream, client));
        } catch (RuntimeException e) {
            free.release();
            throw e;
        }
        return client;
    }

    void stop() {
        threads.shutdownNow();
    }

    private void run(Stream stream, SseEmitter client) {
        try {
            stream.send(client);
            client.complete();
        } catch (IOException | IllegalStateException gone) {
            LOG.debug("A client of an event stream has gone", gone);
            client.completeWithError(gone);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            client.complete();
        } finally {
            free.release();
        }
    }
}
