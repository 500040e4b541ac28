package dev.edgewise.scheduler.slots.web.events;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.ServerSentEventConnection;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.scheduler.slots.model.ObjectKey;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The offers of one testbed for one client: a new one whenever its free slots have changed, or the last one was not
 * answered in time.
 */
final class OfferStream implements StreamThreads.Stream {
    private final SlotEventLog log;
    private final OpenOffers offers;
    private final ObjectKey testbed;
    private final Clock clock;
    private final Ticker ticker;

    OfferStream(SlotEventLog log, OpenOffers offers, ObjectKey testbed, Clock clock, Ticker ticker) {
        this.log = log;
        this.offers = offers;
        this.testbed = testbed;
        this.clock = clock;
        this.ticker = ticker;
    }

    @Override
    public void send(SseEmitter emitter) throws IOException, InterruptedException {
        ServerSentEventConnection client = new ServerSentEventConnection(emitter, ticker);
        long position = log.last();
        SlotOffer last = null;
        while (!log.isClosed()) {
            SlotOffer offer = offers.of(testbed);
            if (offer != null && isNew(offer, last)) {
                client.send(SseEmitter.event().name("offer").data(SlotOfferResponse.of(offer)));
                last = offer;
            } else if (offer == null && last != null) {
                client.send(SseEmitter.event().name("over").data("{}"));
                last = null;
            }
            List<SlotObjectChange> events =
                    log.after(position, wait(last, client.untilHeartbeat()).toNanos());
            if (events == null || !events.isEmpty()) {
                position = log.last();
            }
            client.sendHeartbeatIfDue();
        }
    }

    private boolean isNew(SlotOffer offer, @Nullable SlotOffer last) {
        return last == null
                || !offer.version().equals(last.version())
                || !clock.instant().isBefore(last.deadline());
    }

    /** Returns the time until the deadline, or the next heartbeat if that is sooner. */
    private Duration wait(@Nullable SlotOffer last, Duration heartbeat) {
        if (last == null) {
            return heartbeat;
        }
        Instant now = clock.instant();
        Duration left = last.deadline().isAfter(now) ? Duration.between(now, last.deadline()) : Duration.ofMillis(1);
        return left.compareTo(heartbeat) < 0 ? left : heartbeat;
    }
}
