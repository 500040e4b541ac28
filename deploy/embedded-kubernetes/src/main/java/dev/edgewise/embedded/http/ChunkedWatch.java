package dev.edgewise.embedded.http;

import dev.edgewise.embedded.call.WatchCall;
import dev.edgewise.embedded.server.Watch;
import io.vertx.core.Context;
import io.vertx.core.http.HttpServerResponse;

/** A watch over a plain streaming HTTP response: one event a line, in chunks. */
final class ChunkedWatch implements Watch.Sink {
    private final HttpServerResponse response;
    private final Context loop;

    private ChunkedWatch(HttpServerResponse response, Context loop) {
        this.response = response;
        this.loop = loop;
    }

    static void open(Watches watches, WatchCall call, HttpServerResponse response) {
        response.setChunked(true).putHeader("Content-Type", "application/json");
        response.writeHead();
        Watch watch = watches.open(call, new ChunkedWatch(response, watches.loop()));
        response.closeHandler(closed -> watches.close(watch));
    }

    @Override
    public void send(String event) {
        whileOpen(() -> response.write(event));
    }

    @Override
    public void end() {
        whileOpen(response::end);
    }

    private void whileOpen(Runnable action) {
        loop.runOnContext(now -> {
            if (!response.ended() && !response.closed()) {
                action.run();
            }
        });
    }
}
