package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.ServerSentEventConnection;
import dev.edgewise.common.web.StreamThreads;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The changes that one client follows. If changes since the last one that it has seen are not kept, the first event is
 * {@code reset}: the client lists again, and gets what changes from then on.
 */
final class EventStream implements StreamThreads.Stream {
    private final SlotEventLog log;
    private final @Nullable String lastEventId;
    private final Predicate<SlotObjectChange> wanted;
    private final Function<SlotObjectChange, Object> body;
    private final Ticker ticker;

    /** @param lastEventId id of the last event that the client has seen; null if it begins now */
    EventStream(
            SlotEventLog log,
            @Nullable String lastEventId,
            Predicate<SlotObjectChange> wanted,
            Function<SlotObjectChange, Object> body,
            Ticker ticker) {
        this.log = log;
        this.lastEventId = lastEventId;
        this.wanted = wanted;
        this.body = body;
        this.ticker = ticker;
    }

    @Override
    public void send(SseEmitter emitter) throws IOException, InterruptedException {
        ServerSentEventConnection client = new ServerSentEventConnection(emitter, ticker);
        long position = lastEventId == null ? log.last() : log.position(lastEventId);
        if (position < 0) {
            position = reset(client);
        }
        while (!log.isClosed()) {
            List<SlotObjectChange> events =
                    log.after(position, client.untilHeartbeat().toNanos());
            if (events == null) {
                position = reset(client);
                continue;
            }
            for (SlotObjectChange event : events) {
                position = event.number();
                if (wanted.test(event)) {
                    client.send(SseEmitter.event()
                            .id(log.id(position))
                            .name(event.action().name())
                            .data(body.apply(event)));
                }
            }
            client.sendHeartbeatIfDue();
        }
    }

    private long reset(ServerSentEventConnection client) throws IOException {
        long now = log.last();
        client.send(SseEmitter.event().id(log.id(now)).name("reset").data("{}"));
        return now;
    }
}
