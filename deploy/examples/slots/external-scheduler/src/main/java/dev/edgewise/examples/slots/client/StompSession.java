package dev.edgewise.examples.slots.client;

import java.net.http.WebSocket;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One STOMP session: connects, subscribes to the topics of some kinds, and passes on the names of changed objects. */
final class StompSession implements WebSocket.Listener {
    private static final JsonMapper JSON = new JsonMapper();
    private static final int LONGEST_MESSAGE = 1 << 20;
    private static final String TOPIC = "/topic/";

    private final List<String> kinds;
    private final BiConsumer<String, @Nullable String> changed;
    private final Runnable subscribed;
    private final CompletableFuture<String> lost = new CompletableFuture<>();
    private final StringBuilder text = new StringBuilder();
    private volatile boolean connected;
    private volatile boolean heard;

    /**
     * @param changed takes kind and name of what has changed; no name where the message has none
     * @param subscribed runs once the subscriptions are sent
     */
    StompSession(List<String> kinds, BiConsumer<String, @Nullable String> changed, Runnable subscribed) {
        this.kinds = kinds;
        this.changed = changed;
        this.subscribed = subscribed;
    }

    /** Completes with the reason once the session has ended. */
    CompletableFuture<String> lost() {
        return lost;
    }

    boolean isConnected() {
        return connected;
    }

    /** Returns whether anything came since the last call. */
    boolean hasHeard() {
        boolean any = heard;
        heard = false;
        return any;
    }

    @Override
    public void onOpen(WebSocket socket) {
        Map<String, String> headers = Map.of("accept-version", "1.2,1.1,1.0", "host", "edgewise", "heart-beat", "0,0");
        socket.sendText(new StompFrame("CONNECT", headers, "").encoded(), true);
        socket.request(1);
    }

    @Override
    public @Nullable CompletionStage<?> onText(WebSocket socket, CharSequence data, boolean last) {
        heard = true;
        text.append(data);
        if (text.length() > LONGEST_MESSAGE) {
            lost.complete("a message is longer than " + LONGEST_MESSAGE + " characters");
            return null;
        }
        if (last) {
            String message = text.toString();
            text.setLength(0);
            if (!message.isBlank()) {
                receive(socket, StompFrame.decoded(message));
            }
        }
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onPong(WebSocket socket, ByteBuffer message) {
        heard = true;
        socket.request(1);
        return null;
    }

    @Override
    public @Nullable CompletionStage<?> onClose(WebSocket socket, int status, String reason) {
        lost.complete("closed with status " + status + (reason.isEmpty() ? "" : ", " + reason));
        return null;
    }

    @Override
    public void onError(WebSocket socket, Throwable error) {
        lost.complete(error.toString());
    }

    private void receive(WebSocket socket, StompFrame frame) {
        switch (frame.command()) {
            case "CONNECTED" -> subscribe(socket);
            case "MESSAGE" -> change(frame);
            case "ERROR" ->
                lost.complete(frame.headers().getOrDefault("message", "an ERROR frame") + " " + frame.body());
            default -> {
                // Receipts are not asked for.
            }
        }
    }

    private void subscribe(WebSocket socket) {
        connected = true;
        CompletableFuture<WebSocket> sent = CompletableFuture.completedFuture(socket);
        for (String kind : kinds) {
            String frame = new StompFrame("SUBSCRIBE", Map.of("id", kind, "destination", TOPIC + kind), "").encoded();
            sent = sent.thenCompose(ready -> ready.sendText(frame, true));
        }
        sent.whenComplete((ready, failure) -> {
            if (failure == null) {
                subscribed.run();
            } else {
                lost.complete(failure.toString());
            }
        });
    }

    private void change(StompFrame frame) {
        String destination = frame.headers().getOrDefault("destination", "");
        if (destination.startsWith(TOPIC)) {
            changed.accept(destination.substring(TOPIC.length()), name(frame.body()));
        }
    }

    private static @Nullable String name(String body) {
        try {
            JsonNode resource = JSON.readTree(body).path("resource");
            return resource.isString() ? resource.asString() : null;
        } catch (JacksonException e) {
            return null;
        }
    }
}
