package dev.edgewise.embedded.http;

import dev.edgewise.embedded.call.WatchCall;
import dev.edgewise.embedded.server.EmbeddedApiServer;
import dev.edgewise.embedded.server.Watch;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import java.util.concurrent.TimeUnit;

/** Opens watches on the event loop, and ends those that asked for a time limit. */
final class Watches {
    /**
     * Time before the end of a watch when it gets a bookmark, as from the real API server, so that the next watch
     * starts from a version that is still known.
     */
    private static final long BOOKMARK_BEFORE_END_MILLIS = 2_000;

    private final Vertx vertx;
    private final EmbeddedApiServer api;

    Watches(Vertx vertx, EmbeddedApiServer api) {
        this.vertx = vertx;
        this.api = api;
    }

    /** The loop that the calling connection lives on: what runs on it runs in order. */
    Context loop() {
        return vertx.getOrCreateContext();
    }

    Watch open(WatchCall call, Watch.Sink sink) {
        Watch watch = api.open(call, sink);
        if (call.timeoutSeconds() > 0) {
            long millis = TimeUnit.SECONDS.toMillis(call.timeoutSeconds());
            if (millis > BOOKMARK_BEFORE_END_MILLIS) {
                vertx.setTimer(millis - BOOKMARK_BEFORE_END_MILLIS, timer -> api.sendBookmark(watch));
            }
            vertx.setTimer(millis, timer -> close(watch));
        }
        return watch;
    }

    void close(Watch watch) {
        api.close(watch);
    }
}
