package dev.edgewise.scheduler.slots.web.stomp;

import dev.edgewise.scheduler.slots.view.SlotObjects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.scheduling.concurrent.CustomizableThreadFactory;
import tools.jackson.databind.json.JsonMapper;

/** Publishes changes to those who follow them by STOMP, as long as batch slots are switched on. */
final class StompServer {
    private static final Logger LOG = LoggerFactory.getLogger(StompServer.class);
    private static final int WAITING_CHANGES = 20_000;

    private final StompBroker broker;
    private final ExternalViews views;
    private final JsonMapper json;
    private final ExecutorService thread = new ThreadPoolExecutor(
            1,
            1,
            0,
            TimeUnit.SECONDS,
            new LinkedBlockingQueue<>(WAITING_CHANGES),
            new CustomizableThreadFactory("stomp-publish-"),
            (task, pool) -> startAgain(pool));

    StompServer(StompBroker broker, ExternalViews views, JsonMapper json) {
        this.broker = broker;
        this.views = views;
        this.json = json;
    }

    void start(SlotObjects objects) {
        broker.start();
        objects.listen(new ChangePublisher(broker, views, json, thread));
    }

    /** Clients that would miss changes are disconnected instead: they connect again, and read what they follow. */
    private void startAgain(ThreadPoolExecutor pool) {
        if (pool.isShutdown()) {
            return;
        }
        LOG.warn("Clients of STOMP are too slow, all are disconnected; waiting={}", WAITING_CHANGES);
        pool.getQueue().clear();
        broker.disconnectAll();
    }

    void stop() {
        thread.shutdownNow();
        broker.stop();
    }
}
