package dev.edgewise.embedded.http;

import dev.edgewise.embedded.call.WatchCall;
import dev.edgewise.embedded.server.Watch;
import io.fabric8.mockwebserver.http.Response;
import io.fabric8.mockwebserver.http.WebSocket;
import io.fabric8.mockwebserver.http.WebSocketListener;
import io.vertx.core.Context;
import org.jspecify.annotations.Nullable;

/** A watch over a WebSocket, one event a text frame. */
final class WebSocketWatch extends WebSocketListener {
    private static final int NORMAL_CLOSURE = 1000;

    private final Watches watches;
    private final WatchCall call;
    private @Nullable Watch watch;

    WebSocketWatch(Watches watches, WatchCall call) {
        this.watches = watches;
        this.call = call;
    }

    @Override
    public void onOpen(WebSocket socket, Response response) {
        Context loop = watches.loop();
        watch = watches.open(call, new Watch.Sink() {
            @Override
            public void send(String event) {
                loop.runOnContext(now -> socket.send(event));
            }

            @Override
            public void end() {
                loop.runOnContext(now -> socket.close(NORMAL_CLOSURE, ""));
            }
        });
    }

    @Override
    public void onClosed(WebSocket socket, int code, String reason) {
        if (watch != null) {
            watches.close(watch);
        }
    }
}
