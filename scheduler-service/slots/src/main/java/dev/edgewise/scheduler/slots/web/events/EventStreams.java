package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.web.BusyException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * Streams the changes of the log to clients, each by a thread of its own that waits for the log and for the client: a slow client delays no other.
 */
final class EventStreams {
    private static final Logger LOG = LoggerFactory.getLogger(EventStreams.class);
    /** A stream without an end; a client that went away shows at the next heartbeat. */
    private static final long NO_TIMEOUT = 0;

    private static final Duration HEARTBEAT = Duration.ofSeconds(15);
    private static final Duration RETRY_AFTER = Duration.ofSeconds(10);

    private final SlotEventLog log;
    private final String replica;
    private final Semaphore free;
    private final int most;
    private final ExecutorService threads =
            Executors.newCachedThreadPool(new CustomizableThreadFactory("slot-events-"));

    /**
     * @param replica text in front of each event's number, unlike that of any other start of any replica
     * @param most streams at a time
     */
    EventStreams(SlotEventLog log, String replica, int most) {
        this.log = log;
        this.replica = replica;
        this.free = new Semaphore(most);
        this.most = most;
    }

    /**
     * Opens a stream.
     *
     * @param lastEventId id of the last event that the client has seen; null if it begins now. If later ones are not kept, the first event is
     *     {@code reset}: the client lists again, and gets what changes from then on
     * @param wanted the events of interest to the client
     * @param body content of an event
     * @throws BusyException if there are too many streams
     */
    SseEmitter open(@Nullable String lastEventId, Predicate<SlotEvent> wanted, Function<SlotEvent, Object> body) {
        if (!free.tryAcquire()) {
            throw new BusyException(most + " clients follow events already, the most that are allowed", RETRY_AFTER);
        }
        SseEmitter emitter = new SseEmitter(NO_TIMEOUT);
        try {
            threads.execute(() -> run(emitter, lastEventId, wanted, body));
        } catch (RuntimeException e) {
            free.release();
            throw e;
        }
        return emitter;
    }

    void stop() {
        log.close();
        threads.shutdownNow();
    }

    private void run(
            SseEmitter emitter,
            @Nullable String lastEventId,
            Predicate<SlotEvent> wanted,
            Function<SlotEvent, Object> body) {
        try {
            stream(emitter, lastEventId, wanted, body);
            emitter.complete();
        } catch (IOException | IllegalStateException gone) {
            LOG.debug("A client of the event stream has gone", gone);
            emitter.completeWithError(gone);
        } catch (InterruptedException stopping) {
            Thread.currentThread().interrupt();
            emitter.complete();
        } finally {
            free.release();
        }
    }

    private void stream(
            SseEmitter emitter,
            @Nullable String lastEventId,
            Predicate<SlotEvent> wanted,
            Function<SlotEvent, Object> body)
            throws IOException, InterruptedException {
        long position = position(lastEventId);
        if (position < 0) {
            position = reset(emitter);
        }
        while (!log.isClosed()) {
            List<SlotEvent> events = log.after(position, HEARTBEAT.toNanos());
            if (events == null) {
                position = reset(emitter);
                continue;
            }
            if (events.isEmpty()) {
                emitter.send(SseEmitter.event().comment("alive"));
            }
            for (SlotEvent event : events) {
                position = event.number();
                if (wanted.test(event)) {
                    emitter.send(SseEmitter.event()
                            .id(id(position))
                            .name(event.action().name())
                            .data(body.apply(event)));
                }
            }
        }
    }

    private long reset(SseEmitter emitter) throws IOException {
        long now = log.last();
        emitter.send(SseEmitter.event().id(id(now)).name("reset").data("{}"));
        return now;
    }

    private String id(long number) {
        return replica + "-" + number;
    }

    /** Returns the number of the last event that the client has seen; below 0 if later ones are not kept. */
    private long position(@Nullable String lastEventId) {
        if (lastEventId == null) {
            return log.last();
        }
        String prefix = replica + "-";
        if (!lastEventId.startsWith(prefix)) {
            return -1;
        }
        try {
            long number = Long.parseLong(lastEventId.substring(prefix.length()));
            return log.keepsAfter(number) ? number : -1;
        } catch (NumberFormatException unknown) {
            return -1;
        }
    }
}
