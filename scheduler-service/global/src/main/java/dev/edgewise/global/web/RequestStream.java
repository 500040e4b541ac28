package dev.edgewise.global.web;

import dev.edgewise.common.time.Ticker;
import dev.edgewise.common.web.ServerSentEventConnection;
import dev.edgewise.common.web.StreamThreads;
import dev.edgewise.global.model.GlobalRequest;
import dev.edgewise.global.model.RequestKey;
import dev.edgewise.global.view.RequestListener;
import dev.edgewise.global.view.RequestResponse;
import dev.edgewise.global.view.RequestStore;
import dev.edgewise.global.web.RequestSubscriptions.Subscription;
import java.io.IOException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.springframework.web.servlet.mvc.method.annotation.SseEmitter;

/**
 * The changes of one request. Each event is the whole request with all its attempts, and its id the version of it: a
 * client that continues gets what it has not seen, from any replica, and a slow one the latest. The stream ends once
 * the request is deleted.
 */
final class RequestStream implements StreamThreads.Stream {
    private final RequestStore store;
    private final RequestSubscriptions subscriptions;
    private final RequestKey key;
    private final Ticker ticker;
    private @Nullable String seen;

    /** @param lastEventId version that the client has seen; null if it has seen none */
    RequestStream(
            RequestStore store,
            RequestSubscriptions subscriptions,
            RequestKey key,
            @Nullable String lastEventId,
            Ticker ticker) {
        this.store = store;
        this.subscriptions = subscriptions;
        this.key = key;
        this.seen = lastEventId;
        this.ticker = ticker;
    }

    @Override
    public void send(SseEmitter emitter) throws IOException, InterruptedException {
        ServerSentEventConnection client = new ServerSentEventConnection(emitter, ticker);
        Semaphore changes = new Semaphore(0);
        Subscription subscription = subscriptions.follow(key, new ChangeCounter(changes));
        try {
            while (sendLatest(client)) {
                if (changes.tryAcquire(client.untilHeartbeat().toNanos(), TimeUnit.NANOSECONDS)) {
                    changes.drainPermits();
                }
                client.sendHeartbeatIfDue();
            }
        } finally {
            subscription.close();
        }
    }

    /** Counts the changes: what has changed is read by the thread of the stream. */
    private record ChangeCounter(Semaphore changes) implements RequestListener {
        @Override
        public void changed(GlobalRequest request) {
            changes.release();
        }

        @Override
        public void deleted(GlobalRequest last) {
            changes.release();
        }
    }

    /** Returns false once there is no such request. */
    private boolean sendLatest(ServerSentEventConnection client) throws IOException {
        GlobalRequest request = store.request(key);
        if (request == null) {
            client.send(SseEmitter.event().name("deleted").data("{}"));
            return false;
        }
        if (!request.resourceVersion().equals(seen)) {
            seen = request.resourceVersion();
            client.send(SseEmitter.event().id(seen).name("request").data(RequestResponse.of(request)));
        }
        return true;
    }
}
